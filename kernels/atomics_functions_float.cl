// SPDX-License-Identifier: MIT
//
// Floats added by the hardware: the extension cl_ext_float_atomics, with the atomics of OpenCL C
// 2.0.  They take an order and a scope: here no order of other accesses, and the whole device.
//
// As in atomics_functions.cl, with TYPE float.  For devices that have the extension.

kernel void atomics_functions_global(global float *restrict old, global float *cells,
                                     global const float *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    volatile global atomic_float *cell = (volatile global atomic_float *)cells;
    old[i] = atomic_exchange_explicit(&cell[0], x[i], memory_order_relaxed, memory_scope_device);
    old[n + i] =
        atomic_fetch_add_explicit(&cell[1], x[i], memory_order_relaxed, memory_scope_device);
}
