// SPDX-License-Identifier: MIT
//
// One triangle that covers the whole viewport.  Its corners lie at (-1, -1), (3, -1), (-1, 3).

#version 450

void main()
{
    vec2 corner = vec2(gl_VertexIndex == 1 ? 3 : -1, gl_VertexIndex == 2 ? 3 : -1);
    gl_Position = vec4(corner, 0, 1);
}
