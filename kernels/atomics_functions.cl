// SPDX-License-Identifier: MIT
//
// Every atomic function of OpenCL C 1.2, and of the extensions for 64 bits.
//
// Each function has a cell of its own.  Work-item i applies all functions, with x[i].  What it
// finds in the cell of function f goes to old[f * n + i].
//
// TYPE        int, uint, long, ulong or float
// FUNCTIONS   2 for float; 6, or with the extended functions 11
// ATOM        the names of the extensions: atom_add in place of atomic_add

#if !defined(TYPE) || !defined(FUNCTIONS)
#error "the host sets -DTYPE=<int, uint, long, ulong or float> and -DFUNCTIONS=<2, 6 or 11>"
#endif

#ifdef ATOM
#define NAME(function) atom_##function
#else
#define NAME(function) atomic_##function
#endif

// Extensions that a program uses have to be switched on.
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif
#ifdef cl_khr_int64_extended_atomics
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif

#if FUNCTIONS == 2

// OpenCL C 1.2 exchanges floats, and adds none.  This adds one: it computes the sum, and stores it
// if nobody has changed the cell in the meantime.  If somebody has, `found` is what is there now,
// and the loop tries again.  Each time somebody succeeds, so the loops end.
//
// atomic_cmpxchg compares integers: here the bits of the floats.
#define ADD_FLOAT(SPACE)                                                             \
    float add_float_##SPACE(SPACE float *p, float x)                                 \
    {                                                                                \
        volatile SPACE uint *bits = (volatile SPACE uint *)p;                        \
        uint found = atomic_add(bits, 0);                                            \
        uint expected;                                                               \
        do {                                                                         \
            expected = found;                                                        \
            found = atomic_cmpxchg(bits, expected, as_uint(as_float(expected) + x)); \
        } while (found != expected);                                                 \
        return as_float(found);                                                      \
    }
ADD_FLOAT(global)
ADD_FLOAT(local)

#define APPLY_ALL(SPACE, cells)            \
    old[i] = atomic_xchg(&cells[0], x[i]); \
    old[n + i] = add_float_##SPACE(&cells[1], x[i]);

#else

#define APPLY_BASE(cells)                        \
    old[i] = NAME(xchg)(&cells[0], x[i]);        \
    old[n + i] = NAME(add)(&cells[1], x[i]);     \
    old[2 * n + i] = NAME(sub)(&cells[2], x[i]); \
    old[3 * n + i] = NAME(inc)(&cells[3]);       \
    old[4 * n + i] = NAME(dec)(&cells[4]);       \
    old[5 * n + i] = NAME(cmpxchg)(&cells[5], (TYPE)0, x[i]);

#if FUNCTIONS == 6
#define APPLY_ALL(SPACE, cells) APPLY_BASE(cells)
#else
#define APPLY_ALL(SPACE, cells)                  \
    APPLY_BASE(cells)                            \
    old[6 * n + i] = NAME(min)(&cells[6], x[i]); \
    old[7 * n + i] = NAME(max)(&cells[7], x[i]); \
    old[8 * n + i] = NAME(and)(&cells[8], x[i]); \
    old[9 * n + i] = NAME(or)(&cells[9], x[i]);  \
    old[10 * n + i] = NAME(xor)(&cells[10], x[i]);
#endif

#endif

// All work-items share the cells.
kernel void atomics_functions_global(global TYPE *restrict old, global TYPE *cells,
                                     global const TYPE *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    APPLY_ALL(global, cells)
}

// Each work-group has cells in local memory: cells[group * FUNCTIONS] and the next ones say what
// they begin with, and get what they end with.
kernel void atomics_functions_local(global TYPE *restrict old, global TYPE *cells,
                                    global const TYPE *restrict x, ulong n)
{
    local TYPE mine[FUNCTIONS];
    size_t i = get_global_id(0), first = get_group_id(0) * FUNCTIONS;
    for (size_t f = get_local_id(0); f < FUNCTIONS; f += get_local_size(0))
        mine[f] = cells[first + f];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) {
        APPLY_ALL(local, mine)
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t f = get_local_id(0); f < FUNCTIONS; f += get_local_size(0))
        cells[first + f] = mine[f];
}
