// SPDX-License-Identifier: GPL-3.0-or-later
// Samples to their colours, one layer or one over the other: the twin of core/draw/colormap.c and blend.c, in integers
// throughout. Samples come as the bits of floats, so that neither NaN nor denormals nor the precision of a GPU can
// change the picture; limits, stretch, contrast, bias and inversion are in the thresholds that ui/gl-colors.c computes:
// entry r of the table holds from thresholds[r] to thresholds[r + 1]. ui/gl-program.c puts the #version line in front.
uniform usampler2D u_samples;         // row 0 at the bottom
uniform usampler2D u_thresholds;      // 256 x 1, increasing keys; [0] is not read
uniform sampler2D u_table;            // 256 x 1 colours, alpha the weight
uniform usampler2D u_over_samples;    // the same of the layer above
uniform usampler2D u_over_thresholds;
uniform sampler2D u_over_table;
uniform usampler2D u_columns;         // as wide as the viewport: the column of samples under each column of pixels
uniform usampler2D u_rows;            // as wide as the viewport is high: the same for rows, from the bottom
uniform vec4 u_invalid;               // the colour of NaN and Inf
uniform uvec2 u_keep;                 // of a sample's bits, below and above: these are kept,
uniform uvec2 u_flip;                 // then these turned: the polarity
uniform uint u_opacity;               // of the layer above, 0 ... 255; 0: there is none
uniform ivec2 u_corner;               // the viewport's lower left corner in the framebuffer
out vec4 o_color;

bool
is_invalid (uint bits)
{
  return (bits & 0x7f800000u) == 0x7f800000u;
}

// Keys are ordered as the floats are.
uint
key_of (uint bits)
{
  return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}

uvec4
entry_bytes (sampler2D table, int entry)
{
  return uvec4 (texelFetch (table, ivec2 (entry, 0), 0) * 255.0 + 0.5);
}

int
find_entry (usampler2D thresholds, uint key)
{
  int entry = 0;
  for (int step = 128; step > 0; step >>= 1)
    if (key >= texelFetch (thresholds, ivec2 (entry + step, 0), 0).r)
      entry += step;
  return entry;
}

void
main ()
{
  ivec2 pixel = ivec2 (gl_FragCoord.xy) - u_corner;
  ivec2 at = ivec2 (texelFetch (u_columns, ivec2 (pixel.x, 0), 0).r, texelFetch (u_rows, ivec2 (pixel.y, 0), 0).r);
  uint bits = texelFetch (u_samples, at, 0).r;

  if (is_invalid (bits))
    o_color = u_invalid;
  else
    o_color = vec4 (texelFetch (u_table, ivec2 (find_entry (u_thresholds, key_of ((bits & u_keep.x) ^ u_flip.x)), 0),
                                0).rgb, 1.0);
  if (u_opacity == 0u)
    return;

  bits = texelFetch (u_over_samples, at, 0).r;
  if (is_invalid (bits))
    return;
  uvec4 over = entry_bytes (u_over_table, find_entry (u_over_thresholds, key_of ((bits & u_keep.y) ^ u_flip.y)));
  uvec3 under = uvec3 (o_color.rgb * 255.0 + 0.5);
  uint share = over.a * u_opacity;
  uvec3 mixed = (under * (65025u - share) + over.rgb * share + 32512u) / 65025u;
  o_color = vec4 (vec3 (mixed) / 255.0, 1.0);
}
