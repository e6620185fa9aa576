// SPDX-License-Identifier: MIT

#include "answer.h"

// Pairs of name and value with a 0 behind them; 0 bytes for NULL.
static size_t list_bytes(const cl_properties *list)
{
    if (!list) return 0;
    size_t words = 0;
    while (list[words] != 0)
        words += 2;
    return (words + 1) * sizeof *list;
}

// The words in hexadecimal: "1093 2 0".
static void list_text(char *text, size_t room, const cl_properties *list)
{
    size_t used = (size_t)snprintf(text, room, "%s", list ? "" : "NULL");
    for (size_t k = 0; k < list_bytes(list) / sizeof *list && used < room; k++)
        used += (size_t)snprintf(text + used, room - used, "%s%llx", k > 0 ? " " : "",
                                 (unsigned long long)list[k]);
}

void list_row(ocl_table *table, const char *object, const cl_properties *list,
              const answered_list *answer)
{
    char text[MAX_WORDS * 20];
    list_text(text, sizeof text, list);
    ocl_table_row(table, "%-28s %-20s %8zu", object, text, answer->bytes / sizeof *list);
}

ocl_result verify_list(const char *what, const cl_properties *list, const answered_list *answer)
{
    const size_t bytes = list_bytes(list);
    const ocl_result size = ocl_verify_equal(what, (long long)answer->bytes, (long long)bytes);
    if (!size.pass || bytes == 0) return size;
    return ocl_result_both(size, ocl_verify_u64(what, answer->words, list, bytes / sizeof *list));
}

ocl_result queue_works(const ocl_env *env, const char *what, cl_command_queue queue, size_t n)
{
    const size_t bytes = n * sizeof(cl_uint);
    const cl_uint number = 123456789;
    cl_uint *x = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);    // poisoned
    cl_event filled;
    OCL_CHECK(clEnqueueFillBuffer(queue, d_x, &number, sizeof number, 0, bytes, 0, NULL, &filled));
    OCL_CHECK(clEnqueueReadBuffer(queue, d_x, CL_TRUE, 0, bytes, x, 1, &filled, NULL));
    OCL_CHECK(clReleaseEvent(filled));
    for (size_t i = 0; i < n; i++)
        ref[i] = number;
    const ocl_result result = ocl_verify_u32(what, x, ref, n);
    OCL_CHECK(clReleaseMemObject(d_x));
    free(ref);
    free(x);
    return result;
}

const cl_image_format IMAGE_FORMAT = { CL_RGBA, CL_UNSIGNED_INT32 };
const cl_image_desc IMAGE_SHAPE = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                    .image_width = IMAGE_WIDTH,
                                    .image_height = IMAGE_HEIGHT };
const cl_uint IMAGE_PIXELS[IMAGE_NUMBERS] = {
    3,  1,  4,  1,  5,  9, 2,  6, 5,  3,  5,  8,  9,  7,  9,  3,  2,  3,  8,  4,
    6,  2,  6,  4,  3,  3, 8,  3, 2,  7,  9,  5,  0,  2,  8,  8,  4,  1,  9,  7,
    16, 93, 99, 37, 51, 5, 82, 9, 74, 94, 45, 92, 30, 78, 16, 40, 62, 86, 20, 89,
};

ocl_result image_works(const ocl_env *env, const char *what, cl_mem image)
{
    const size_t origin[3] = { 0 }, region[3] = { IMAGE_WIDTH, IMAGE_HEIGHT, 1 };
    cl_uint got[IMAGE_NUMBERS];
    memset(got, 0xff, sizeof got);
    OCL_CHECK(
        clEnqueueReadImage(env->queue, image, CL_TRUE, origin, region, 0, 0, got, 0, NULL, NULL));
    return ocl_verify_u32(what, got, IMAGE_PIXELS, IMAGE_NUMBERS);
}
