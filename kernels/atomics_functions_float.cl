// SPDX-License-Identifier: MIT
//
// Floats added by the hardware: the extension cl_ext_float_atomics, with the atomics of OpenCL C
// 2.0.  They take an order and a scope: here no order of other accesses, and the whole device.
//
// As in atomics_functions.cl, with TYPE float.  For devices that have the extension.  It may be
// there for one kind of memory only.
//
// IN_GLOBAL, IN_LOCAL    defined where the device adds floats in that memory

#if !defined(IN_GLOBAL) && !defined(IN_LOCAL)
#error "the host sets -DIN_GLOBAL, -DIN_LOCAL or both"
#endif

enum { FUNCTIONS = 2 };

#ifdef IN_GLOBAL
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
#endif

// Only work-items of one group see local memory: the scope is the work-group.
#ifdef IN_LOCAL
kernel void atomics_functions_local(global float *restrict old, global float *cells,
                                    global const float *restrict x, ulong n)
{
    local float mine[FUNCTIONS];
    size_t i = get_global_id(0), first = get_group_id(0) * FUNCTIONS;
    for (size_t f = get_local_id(0); f < FUNCTIONS; f += get_local_size(0))
        mine[f] = cells[first + f];
    barrier(CLK_LOCAL_MEM_FENCE);
    volatile local atomic_float *cell = (volatile local atomic_float *)mine;
    if (i < n) {
        old[i] =
            atomic_exchange_explicit(&cell[0], x[i], memory_order_relaxed, memory_scope_work_group);
        old[n + i] = atomic_fetch_add_explicit(&cell[1], x[i], memory_order_relaxed,
                                               memory_scope_work_group);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t f = get_local_id(0); f < FUNCTIONS; f += get_local_size(0))
        cells[first + f] = mine[f];
}
#endif
