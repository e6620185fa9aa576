// SPDX-License-Identifier: MIT
//
// ViennaCL's sparse product on the device and the queue of the others.

#include "sparse_matvec_viennacl.h"

#define VIENNACL_WITH_OPENCL
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/vector.hpp>

#include <vector>

struct viennacl_product {
    viennacl::compressed_matrix<float> a;
    viennacl::vector<float> x, y;
};

viennacl_product *viennacl_open(cl_context context, cl_device_id device, cl_command_queue queue,
                                const viennacl_matrix *m, const float *x)
{
    try {
        static bool is_set = false;    // it takes a context once
        if (!is_set) viennacl::ocl::setup_context(0, context, device, queue);
        is_set = true;
        viennacl_product *p = new viennacl_product;
        p->a.set(m->first, m->columns, m->values, m->rows, m->rows, m->count);
        p->x.resize(m->rows);
        p->y.resize(m->rows);
        viennacl::copy(x, x + m->rows, p->x.begin());
        return p;
    } catch (...) {
        return NULL;
    }
}

void viennacl_run(viennacl_product *p)
{
    p->y = viennacl::linalg::prod(p->a, p->x);
    viennacl::backend::finish();
}

void viennacl_forget(viennacl_product *p, float value)
{
    p->y = viennacl::scalar_vector<float>(p->y.size(), value);
    viennacl::backend::finish();
}

void viennacl_read(float *y, viennacl_product *p)
{
    viennacl::copy(p->y.begin(), p->y.end(), y);
}

void viennacl_close(viennacl_product *p)
{
    delete p;
}
