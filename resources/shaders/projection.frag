// SPDX-License-Identifier: GPL-3.0-or-later
// The largest voxel behind a pixel, and its colour: the twin of ui/projection-rays.c, in integers throughout and to the
// byte. Voxels come as keys, ordered as the samples are; 0 where nothing is valid. Positions have u_shift fractional
// bits. thresholds and table are those of slice.frag; ui/gl-program.c puts the #version line in front.
uniform usampler3D u_keys;
uniform usampler2D u_thresholds; // 256 x 1, increasing keys; [0] is not read
uniform sampler2D u_table;       // 256 x 1 colours
uniform ivec3 u_n;               // voxels along the two minor axes and the major one
uniform int u_major;             // 0, 1, 2: x, y, z
uniform int u_shift;
uniform ivec2 u_base;            // along the minor axes: of the first pixel in the first layer, and steps
uniform ivec2 u_column;
uniform ivec2 u_row;
uniform ivec2 u_layer;
out vec4 o_color;

// Layers in which the ray may be inside along one axis: one too many at either end never hurts, as each is looked at.
void
narrow (int at, int step, int n, inout int first, inout int end)
{
  if (step == 0)
    return;
  float to_begin = float (-at) / float (step);
  float to_end = (float (n) * exp2 (float (u_shift)) - float (at)) / float (step);
  first = int (clamp (floor (min (to_begin, to_end)) - 2.0, float (first), float (end)));
  end = int (clamp (ceil (max (to_begin, to_end)) + 2.0, float (first), float (end)));
}

void
main ()
{
  ivec2 pixel = ivec2 (gl_FragCoord.xy);
  ivec2 at = u_base + pixel.x * u_column + pixel.y * u_row;
  int first = 0, end = u_n.z;
  uint key = 0u;

  narrow (at.x, u_layer.x, u_n.x, first, end);
  narrow (at.y, u_layer.y, u_n.y, first, end);
  at += first * u_layer;
  for (int k = first; k < end; k++, at += u_layer)
    {
      ivec2 place = at >> u_shift;
      if (place.x < 0 || place.y < 0 || place.x >= u_n.x || place.y >= u_n.y)
        continue;
      ivec3 voxel = u_major == 2 ? ivec3 (place, k) : u_major == 1 ? ivec3 (place.x, k, place.y) : ivec3 (k, place);
      key = max (key, texelFetch (u_keys, voxel, 0).r);
    }
  if (key == 0u)
    {
      o_color = vec4 (0.0);
      return;
    }

  int entry = 0;
  for (int step = 128; step > 0; step >>= 1)
    if (key >= texelFetch (u_thresholds, ivec2 (entry + step, 0), 0).r)
      entry += step;
  o_color = texelFetch (u_table, ivec2 (entry, 0), 0);
}
