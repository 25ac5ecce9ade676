// SPDX-License-Identifier: GPL-3.0-or-later
// A sample to its colour: the twin of core/draw/colormap.c, in integers throughout. Samples come as the bits of floats,
// so that neither NaN nor denormals nor the precision of a GPU can change the picture; limits, stretch and
// inversion are in the thresholds that ui/gl-colors.c computes: entry r of the table holds from thresholds[r] to
// thresholds[r + 1]. ui/gl-program.c puts the #version line in front.
uniform usampler2D u_samples;    // row 0 at the bottom
uniform usampler2D u_thresholds; // 256 x 1, increasing keys; [0] is not read
uniform sampler2D u_table;       // 256 x 1 colours
uniform usampler2D u_columns;    // as wide as the viewport: the column of samples under each column of pixels
uniform usampler2D u_rows;       // as wide as the viewport is high: the same for rows, from the bottom
uniform vec4 u_invalid;          // the colour of NaN and Inf
uniform ivec2 u_corner;          // the viewport's lower left corner in the framebuffer
out vec4 o_color;

void
main ()
{
  ivec2 pixel = ivec2 (gl_FragCoord.xy) - u_corner;
  ivec2 at = ivec2 (texelFetch (u_columns, ivec2 (pixel.x, 0), 0).r, texelFetch (u_rows, ivec2 (pixel.y, 0), 0).r);
  uint bits = texelFetch (u_samples, at, 0).r;

  if ((bits & 0x7f800000u) == 0x7f800000u)
    {
      o_color = u_invalid;
      return;
    }

  // Keys are ordered as the floats are.
  uint key = (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
  int entry = 0;
  for (int step = 128; step > 0; step >>= 1)
    if (key >= texelFetch (u_thresholds, ivec2 (entry + step, 0), 0).r)
      entry += step;
  o_color = texelFetch (u_table, ivec2 (entry, 0), 0);
}
