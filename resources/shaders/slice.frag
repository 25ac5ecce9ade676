// SPDX-License-Identifier: GPL-3.0-or-later
// A sample to its colour: the twin of core/draw/colormap.c, in integers throughout. Samples come as the bits of floats,
// so that neither NaN nor denormals nor the precision of a GPU can change the picture; limits, stretch and
// inversion are in the thresholds that ui/gl-colors.c computes: entry r of the table holds from thresholds[r] to
// thresholds[r + 1]. ui/gl-program.c puts the #version line in front.
uniform usampler2D u_samples;    // row 0 at the bottom
uniform usampler2D u_thresholds; // 256 x 1, increasing keys; [0] is not read
uniform sampler2D u_table;       // 256 x 1 colours
uniform vec4 u_invalid;          // the colour of NaN and Inf
uniform ivec4 u_area;            // the slice in the framebuffer: x, y of its lower left corner, width, height
out vec4 o_color;

void
main ()
{
  // The sample under the pixel's centre, as ond_slice_sample_under() finds it.
  ivec2 pixel = ivec2 (gl_FragCoord.xy) - u_area.xy;
  ivec2 at = (2 * pixel + 1) * textureSize (u_samples, 0) / (2 * u_area.zw);
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
