// SPDX-License-Identifier: MIT

#include "julia.h"

static const double ONE = 1 << 28;

enum { COLUMNS = 4 };

film film_of(const size_t extents[2], size_t frames)
{
    film f = { .width = extents[0], .height = extents[1], .frames = frames };
    f.columns = ocl_smaller(frames, COLUMNS);
    f.rows = ocl_divide_up(frames, COLUMNS);
    const size_t longer = f.width > f.height ? f.width : f.height;
    f.step = (cl_int)(1.6 * ONE / (double)longer);    // the longer side goes from -1.6 to 1.6
    return f;
}

cl_int2 julia_constant(const film *f, size_t k)
{
    const double angle = 2 * acos(-1) * ((double)k + 0.3) / (double)f->frames;
    return (
        cl_int2){ { (cl_int)(0.7885 * cos(angle) * ONE), (cl_int)(0.7885 * sin(angle) * ONE) } };
}

// The upper 32 bits of the product.
static int32_t mul_hi(int32_t a, int32_t b)
{
    return (int32_t)((int64_t)a * b >> 32);
}

static uint8_t count_steps(int32_t x, int32_t y, cl_int2 c)
{
    for (int count = 0; count < LIMIT; count++) {
        const int32_t xx = mul_hi(x, x), yy = mul_hi(y, y);
        if (xx + yy > 4 << 24) return (uint8_t)count;
        y = 32 * mul_hi(x, y) + c.s[1];
        x = 16 * (xx - yy) + c.s[0];
    }
    return LIMIT;
}

static void julia_ref(cl_uchar4 *pixels, const film *f, size_t k)
{
    const int32_t width = (int32_t)f->width, height = (int32_t)f->height;
    const cl_int2 c = julia_constant(f, k);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            *pixels++ = (cl_uchar4){ { count_steps((2 * x + 1 - width) * f->step,
                                                   (2 * y + 1 - height) * f->step, c) } };
}

void tile_corner(cl_int corner[2], const film *f, size_t k)
{
    corner[0] = (cl_int)(k % COLUMNS * f->height);
    corner[1] = (cl_int)(k / COLUMNS * f->width);
}

// From dark blue through red and yellow to white, and black for what never gets out.
void make_palette(uint8_t palette[LIMIT + 1][4])
{
    for (int count = 0; count <= LIMIT; count++) {
        const double t = sqrt(count / (double)LIMIT);
        const double r = fmin(1, 3 * t), g = fmax(0, 2 * t - 0.5), b = fabs(1 - 3 * t);
        palette[count][0] = (uint8_t)(255 * r);
        palette[count][1] = (uint8_t)(255 * fmin(1, g));
        palette[count][2] = (uint8_t)(255 * fmin(1, b / 2 + 0.1));
        palette[count][3] = 255;
    }
    memset(palette[LIMIT], 0, 3);
}

ocl_picture sheet_ref(const film *f)
{
    ocl_message why;
    ocl_picture sheet;
    if (!ocl_picture_alloc(&sheet, f->columns * f->height, f->rows * f->width, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    memset(sheet.rgba, 255, 4 * (size_t)sheet.width * sheet.height);
    return sheet;
}

static void tile_ref(ocl_picture *sheet, const cl_uchar4 *pixels, const film *f, size_t k)
{
    uint8_t palette[LIMIT + 1][4];
    cl_int corner[2];
    make_palette(palette);
    tile_corner(corner, f, k);
    for (size_t y = 0; y < f->height; y++)
        for (size_t x = 0; x < f->width; x++) {
            const size_t to_x = (size_t)corner[0] + f->height - 1 - y, to_y = (size_t)corner[1] + x;
            memcpy(sheet->rgba + 4 * (to_y * sheet->width + to_x), palette[pixels++->s[0]], 4);
        }
}

cl_uchar4 *frame_ref(cl_uchar4 *frames, const film *f, size_t k)
{
    return frames + k * f->width * f->height;
}

void film_ref(cl_uchar4 *frames, ocl_picture *sheet, const film *f)
{
    for (size_t k = 0; k < f->frames; k++) {
        julia_ref(frame_ref(frames, f, k), f, k);
        tile_ref(sheet, frame_ref(frames, f, k), f, k);
    }
}
