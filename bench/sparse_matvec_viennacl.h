// SPDX-License-Identifier: MIT
//
// ViennaCL's product of a sparse matrix and a vector, callable from C.

#ifndef BENCH_SPARSE_MATVEC_VIENNACL_H
#define BENCH_SPARSE_MATVEC_VIENNACL_H

#include <CL/cl.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct viennacl_product viennacl_product;

typedef struct {
    size_t rows, count;
    const cl_uint *first, *columns;
    const float *values;
} viennacl_matrix;

// NULL where ViennaCL throws.
viennacl_product *viennacl_open(cl_context context, cl_device_id device, cl_command_queue queue,
                                const viennacl_matrix *m, const float *x);

// y = A x, with the wait.
void viennacl_run(viennacl_product *p);

// Fills y, so that an old answer is none.
void viennacl_forget(viennacl_product *p, float value);
void viennacl_read(float *y, viennacl_product *p);
void viennacl_close(viennacl_product *p);

#ifdef __cplusplus
}
#endif

#endif
