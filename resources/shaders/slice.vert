// SPDX-License-Identifier: GPL-3.0-or-later
// One triangle that covers the viewport: no buffers. ui/gl-program.c puts the #version line in front.
void
main ()
{
  vec2 corner = vec2 (float ((gl_VertexID & 1) << 1), float (gl_VertexID & 2));
  gl_Position = vec4 (2.0 * corner - 1.0, 0.0, 1.0);
}
