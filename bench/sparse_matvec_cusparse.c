// SPDX-License-Identifier: MIT

#include "sparse_matvec_cusparse.h"

#include "cuda_peer.h"
#include "ocl.h"

#include <cusparse.h>

struct cusparse_product {
    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t x, y;
    cusparseSpMVAlg_t way;
    size_t rows;
    void *d_first, *d_columns, *d_values, *d_x, *d_y, *d_room;
};

static const float ONE = 1.0f, ZERO = 0.0f;

static void check(cusparseStatus_t status)
{
    if (status != CUSPARSE_STATUS_SUCCESS)
        ocl_exit(OCL_EXIT_CALL, "cuSPARSE: %s", cusparseGetErrorString(status));
}

cusparse_product *cusparse_open(const cusparse_matrix *m, const float *x, cusparse_way way)
{
    if (!cuda_peer_there()) return NULL;
    cusparse_product *p = ocl_alloc(sizeof *p);
    const int64_t rows = (int64_t)m->rows, count = (int64_t)m->count;
    p->rows = m->rows;
    p->way = way == CUSPARSE_DEFAULT ? CUSPARSE_SPMV_ALG_DEFAULT : CUSPARSE_SPMV_CSR_ALG2;
    p->d_first = cuda_peer_copy(m->first, (m->rows + 1) * sizeof *m->first);
    p->d_columns = cuda_peer_copy(m->columns, m->count * sizeof *m->columns);
    p->d_values = cuda_peer_copy(m->values, m->count * sizeof *m->values);
    p->d_x = cuda_peer_copy(x, m->rows * sizeof *x);
    p->d_y = cuda_peer_copy(x, m->rows * sizeof *x);
    check(cusparseCreate(&p->handle));
    check(cusparseCreateCsr(&p->a, rows, rows, count, p->d_first, p->d_columns, p->d_values,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                            CUDA_R_32F));
    check(cusparseCreateDnVec(&p->x, rows, p->d_x, CUDA_R_32F));
    check(cusparseCreateDnVec(&p->y, rows, p->d_y, CUDA_R_32F));
    size_t bytes = 0;
    check(cusparseSpMV_bufferSize(p->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &ONE, p->a, p->x,
                                  &ZERO, p->y, CUDA_R_32F, p->way, &bytes));
    cuda_check(cudaMalloc(&p->d_room, bytes + 1));
#if CUSPARSE_VERSION >= 12300    // CUDA 12.4: looks at the matrix once, before the products
    check(cusparseSpMV_preprocess(p->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &ONE, p->a, p->x,
                                  &ZERO, p->y, CUDA_R_32F, p->way, p->d_room));
#endif
    cuda_check(cudaDeviceSynchronize());
    return p;
}

void cusparse_run(cusparse_product *p)
{
    check(cusparseSpMV(p->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &ONE, p->a, p->x, &ZERO, p->y,
                       CUDA_R_32F, p->way, p->d_room));
    cuda_check(cudaDeviceSynchronize());
}

void cusparse_forget(cusparse_product *p, size_t round)
{
    cuda_peer_poison(p->d_y, p->rows * sizeof(float), round);
}

void cusparse_read(float *y, const cusparse_product *p)
{
    cuda_peer_read(y, p->d_y, p->rows * sizeof *y);
}

void cusparse_close(cusparse_product *p)
{
    check(cusparseDestroyDnVec(p->y));
    check(cusparseDestroyDnVec(p->x));
    check(cusparseDestroySpMat(p->a));
    check(cusparseDestroy(p->handle));
    cuda_peer_free(p->d_room);
    cuda_peer_free(p->d_y);
    cuda_peer_free(p->d_x);
    cuda_peer_free(p->d_values);
    cuda_peer_free(p->d_columns);
    cuda_peer_free(p->d_first);
    free(p);
}
