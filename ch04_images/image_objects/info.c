// SPDX-License-Identifier: MIT

#include "image_objects.h"

enum { NAME_WIDTH = 28, COLUMN_WIDTH = 10 };

// Every query of clGetImageInfo, then two of clGetMemObjectInfo that say what an image is.
typedef enum { NUMBER, BUFFER, FORMAT, TYPE } info_kind;
#define NAMED(query) query, #query
static const struct {
    cl_uint query;
    const char *name;
    info_kind kind;
    bool of_memory;    // ask clGetMemObjectInfo
} QUERIES[] = {
    { NAMED(CL_IMAGE_FORMAT), FORMAT, false },
    { NAMED(CL_IMAGE_ELEMENT_SIZE), NUMBER, false },
    { NAMED(CL_IMAGE_WIDTH), NUMBER, false },
    { NAMED(CL_IMAGE_HEIGHT), NUMBER, false },
    { NAMED(CL_IMAGE_DEPTH), NUMBER, false },
    { NAMED(CL_IMAGE_ARRAY_SIZE), NUMBER, false },
    { NAMED(CL_IMAGE_ROW_PITCH), NUMBER, false },
    { NAMED(CL_IMAGE_SLICE_PITCH), NUMBER, false },
    { NAMED(CL_IMAGE_NUM_MIP_LEVELS), NUMBER, false },
    { NAMED(CL_IMAGE_NUM_SAMPLES), NUMBER, false },
    { NAMED(CL_IMAGE_BUFFER), BUFFER, false },
    { NAMED(CL_MEM_ASSOCIATED_MEMOBJECT), BUFFER, true },
    { NAMED(CL_MEM_TYPE), TYPE, true },
};
enum { QUERY_COUNT = sizeof QUERIES / sizeof QUERIES[0] };

// The answer as a number, whatever its type: cl_uint, size_t, a handle or the two words of a format.
static cl_ulong image_info_ask(const image_box *box, size_t q)
{
    cl_ulong wide = 0;
    cl_uint narrow;
    size_t bytes;
    if (QUERIES[q].of_memory)
        OCL_CHECK(clGetMemObjectInfo(box->image, QUERIES[q].query, sizeof wide, &wide, &bytes));
    else
        OCL_CHECK(clGetImageInfo(box->image, QUERIES[q].query, sizeof wide, &wide, &bytes));
    memcpy(&narrow, &wide, sizeof narrow);
    return bytes == sizeof narrow ? narrow : wide;
}

// What the answer must be.  Where pixels lie on the device is its own business, but a row must fit its pitch,
// and an image of an array or a slice must fit its own.
static cl_ulong image_info_want(const ocl_env *env, const image_box *box, size_t q, cl_ulong got)
{
    // Oclgrind and NVIDIA's driver have no row pitch for an image of a buffer.
    const unsigned platform = ocl_known_platform(env->device);
    const bool excused = box->buffer && (platform == OCL_OCLGRIND || platform == OCL_NVIDIA);
    const image_kind *kind = box->kind;
    const bool solid = kind->type == CL_MEM_OBJECT_IMAGE3D;
    const cl_ulong row = box->extent[0] * box->pixel.bytes;
    const cl_ulong slice = kind->axes == 3 ? row * box->extent[1] : kind->layers ? row : 0;
    cl_ulong format;
    switch (QUERIES[q].query) {
    case CL_IMAGE_FORMAT:
        memcpy(&format, &box->pixel.format, sizeof format);
        return format;
    case CL_IMAGE_ELEMENT_SIZE:
        return box->pixel.bytes;
    case CL_IMAGE_WIDTH:
        return box->extent[0];
    case CL_IMAGE_HEIGHT:
        return kind->axes == 3 || (kind->axes == 2 && !kind->layers) ? box->extent[1] : 0;
    case CL_IMAGE_DEPTH:
        return solid ? box->extent[2] : 0;
    case CL_IMAGE_ARRAY_SIZE:
        return kind->layers ? box->extent[kind->axes - 1] : 0;
    case CL_IMAGE_ROW_PITCH:
        return got >= row || (got == 0 && excused) ? got : row;
    case CL_IMAGE_SLICE_PITCH:
        return slice > 0 && got >= slice ? got : slice;
    case CL_IMAGE_BUFFER:
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return (cl_ulong)(uintptr_t)box->buffer;
    case CL_MEM_TYPE:
        return kind->type;
    default:
        return 0;    // mip levels and samples
    }
}

static void image_info_print(ocl_report *report, size_t q, cl_ulong answer)
{
    char text[24];
    if (QUERIES[q].kind == FORMAT)
        snprintf(text, sizeof text, "%x %x", (unsigned)(answer & 0xffffffff),
                 (unsigned)(answer >> 32));
    else if (QUERIES[q].kind == BUFFER)
        snprintf(text, sizeof text, "%s", answer ? "a buffer" : "-");
    else
        snprintf(text, sizeof text, QUERIES[q].kind == TYPE ? "%llx" : "%llu",
                 (unsigned long long)answer);
    ocl_report_print(report, " %*s", COLUMN_WIDTH, text);
}

ocl_result image_info_queries(const ocl_env *env, ocl_report *report, const image_box *boxes,
                              size_t count)
{
    ocl_result check = { .pass = true };
    ocl_report_print(report, "\n%-*s", NAME_WIDTH, "");
    for (size_t b = 0; b < count; b++)
        ocl_report_print(report, " %*s", COLUMN_WIDTH, boxes[b].kind->name);
    ocl_report_print(report, "\n");
    for (size_t q = 0; q < QUERY_COUNT; q++) {
        cl_ulong got[KIND_COUNT], want[KIND_COUNT];
        ocl_report_print(report, "%-*s", NAME_WIDTH, QUERIES[q].name);
        for (size_t b = 0; b < count; b++) {
            got[b] = image_info_ask(&boxes[b], q);
            want[b] = image_info_want(env, &boxes[b], q, got[b]);
            image_info_print(report, q, got[b]);
        }
        ocl_report_print(report, "\n");
        check = ocl_result_both(check, ocl_verify_u64(QUERIES[q].name, got, want, count));
    }
    return check;
}
