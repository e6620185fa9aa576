// SPDX-License-Identifier: MIT
//
// Exercise 3 of convolution: do not read the border.
//: skeleton
//: // Outside of the picture take the nearest pixel.
//: end

// Pixel (x, y) of the picture.  It begins behind the border of n / 2 rows and columns.
float grey_at(global const float *in, int x, int y, int width, int height, uint pitch, uint n)
{
    //: skeleton
    //: if (x < 0 || x >= width || y < 0 || y >= height) return 0.0f;    // Here: the nearest pixel.
    //: solution
    x = clamp(x, 0, width - 1);
    y = clamp(y, 0, height - 1);
    //: end
    return in[(y + n / 2) * (size_t)pitch + x + n / 2];
}

kernel void convolution(global float *restrict out, global const float *restrict in,
                        constant float *restrict filter, uint width, uint height, uint pitch,
                        uint n)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (uint r = 0; r < n; r++)
        for (uint c = 0; c < n; c++) {
            int column = (int)x + (int)c - (int)n / 2, row = (int)y + (int)r - (int)n / 2;
            sum += filter[r * n + c] * grey_at(in, column, row, width, height, pitch, n);
        }
    out[y * width + x] = sum;
}
