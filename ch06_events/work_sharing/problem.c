// SPDX-License-Identifier: MIT

#include "problem.h"

enum { GRAIN = 64 };    // shares of large problems are multiples of it

// A float holds whole numbers up to 2^24 exactly.  |ALPHA * b + c| is at most 4 * 2^20.  A sum of k
// products of entries of u, v (below) and b is at most 27 * k.
enum { MAX_ELEMENT = 1 << 20, MAX_ENTRY = 3, MAX_DEPTH = (1 << 24) / 27 };

void problem_require_memory(cl_device_id device, size_t m, size_t n, size_t k)
{
    if (k > MAX_DEPTH) ocl_exit(OCL_EXIT_USAGE, "--size: K is at most %d", (int)MAX_DEPTH);
    const double mn = sizeof(float) * (double)m * (double)n;
    const double mk = sizeof(float) * (double)m * (double)k;
    const double kn = sizeof(float) * (double)k * (double)n;
    const double largest = fmax(mn, fmax(mk, kn)), all = mn + fmax(2.0 * mn, mk + kn);
    ocl_require_memory(device, largest, all, mn + all);
}

static float *new_array(size_t count)
{
    return ocl_alloc(count * sizeof(float));
}

// Whole numbers from -most to most, without 0, which would hide mistakes.
static float *random_array(size_t count, unsigned most, uint64_t seed)
{
    float *x = new_array(count);
    for (size_t i = 0; i < count; i++) {
        const uint64_t random = ocl_random(seed, i);
        const float size = (float)(1 + (random >> 1) % most);
        x[i] = random & 1 ? size : -size;
    }
    return x;
}

problem problem_saxpy(size_t n, uint64_t seed)
{
    float *a = new_array(n), *ref = new_array(n);
    float *b = random_array(n, MAX_ELEMENT, seed), *c = random_array(n, MAX_ELEMENT, seed + 1);
    for (size_t i = 0; i < n; i++)
        ref[i] = ALPHA * b[i] + c[i];
    return (problem){ .name = "saxpy",
                      .kernel = "work_sharing_saxpy",
                      .unit = "elements",
                      .units = n,
                      .arrays = { { a, n, 1 }, { b, n, 1 }, { c, n, 1 } },
                      .ref = ref,
                      .work = 3.0 * sizeof(float) * (double)n,
                      .rate_unit = "GB/s" };
}

// A plain loop would need hours for a large product.  So a is a column u times a row v.  Then c is
// u times the row v * b, which is computed once.
problem problem_matmul(size_t m, size_t n, size_t k, uint64_t seed)
{
    float *u = random_array(m, MAX_ENTRY, seed), *v = random_array(k, MAX_ENTRY, seed + 1);
    float *a = new_array(m * k), *b = random_array(k * n, MAX_ENTRY, seed + 2);
    float *c = new_array(m * n), *ref = new_array(m * n), *row = new_array(n);
    for (size_t i = 0; i < m; i++)
        for (size_t l = 0; l < k; l++)
            a[i * k + l] = u[i] * v[l];
    for (size_t j = 0; j < n; j++)
        row[j] = 0.0f;
    for (size_t l = 0; l < k; l++)
        for (size_t j = 0; j < n; j++)
            row[j] += v[l] * b[l * n + j];
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            ref[i * n + j] = u[i] * row[j];
    free(row);
    free(v);
    free(u);
    return (problem){ .name = "matmul",
                      .kernel = "work_sharing_matmul",
                      .unit = "rows",
                      .units = m,
                      .columns = n,
                      .depth = k,
                      .arrays = { { c, m * n, n }, { a, m * k, k }, { b, k * n, 0 } },
                      .ref = ref,
                      .work = 2.0 * (double)m * (double)n * (double)k,
                      .rate_unit = "GFLOP/s" };
}

void problem_free(problem *p)
{
    free(p->ref);
    for (int i = ARRAYS; i-- > 0;)
        free(p->arrays[i].host);
}

float *problem_start(const problem *p, size_t i, size_t first)
{
    return p->arrays[i].host + first * p->arrays[i].per_unit;
}

size_t problem_bytes(const problem *p, size_t i, size_t units)
{
    const problem_array *x = &p->arrays[i];
    return sizeof *x->host * (x->per_unit ? units * x->per_unit : x->count);
}

size_t problem_fraction(const problem *p, double fraction)
{
    const double grain = p->units >= (size_t)GRAIN * GRAIN ? GRAIN : 1.0;
    const double units = grain * round((double)p->units * fraction / grain);
    return units < (double)p->units ? (size_t)units : p->units;
}
