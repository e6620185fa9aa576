// SPDX-License-Identifier: MIT
//
// Exercise 5 of generic_address_space: weights without a multiplication.

#if !defined(GROUP) || !defined(TAPS)
#error "the host must build this file with -DGROUP=<work-items per work-group> and -DTAPS=<numbers>"
#endif

#define GROUP_KERNEL kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void

// --- as in OpenCL 1.2: one function per address space, which differ in one word

int window_global(global const int *v)
{
    int sum = 0, behind = 0;
    for (int k = TAPS - 1; k >= 0; k--) {
        behind += v[k];
        //: skeleton
        //: sum = behind;    // Exercise 5 of generic_address_space: not only the last one.
        //: solution
        sum += behind;
        //: end
    }
    return sum;
}

int window_local(local const int *v)
{
    int sum = 0;
    for (int k = 0; k < TAPS; k++)
        sum += v[k] * (k + 1);
    return sum;
}

int window_private(private const int *v)
{
    int sum = 0;
    for (int k = 0; k < TAPS; k++)
        sum += v[k] * (k + 1);
    return sum;
}

// --- OpenCL 2.0: one function for all of them

int window(const int *v)
{
    int sum = 0, behind = 0;
    for (int k = TAPS - 1; k >= 0; k--) {
        behind += v[k];
        //: skeleton
        //: sum = behind;    // Exercise 5 of generic_address_space: not only the last one.
        //: solution
        sum += behind;
        //: end
    }
    return sum;
}

// --- global: the window is read where it is

GROUP_KERNEL generic_address_space_global_named(global int *restrict out,
                                                global const int *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = window_global(x + i);
}

GROUP_KERNEL generic_address_space_global_generic(global int *restrict out,
                                                  global const int *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = window(x + i);
}

// --- local: the work-group copies its numbers and the next TAPS

void fill_tile(local int *tile, global const int *x)
{
    size_t item = get_local_id(0), begin = get_global_id(0) - item;
    for (size_t k = item; k < GROUP + TAPS; k += GROUP)
        tile[k] = x[begin + k];
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
}

GROUP_KERNEL generic_address_space_local_named(global int *restrict out,
                                               global const int *restrict x, ulong n)
{
    local int tile[GROUP + TAPS];
    fill_tile(tile, x);
    size_t i = get_global_id(0);
    if (i < n) out[i] = window_local(tile + get_local_id(0));
}

GROUP_KERNEL generic_address_space_local_generic(global int *restrict out,
                                                 global const int *restrict x, ulong n)
{
    local int tile[GROUP + TAPS];
    fill_tile(tile, x);
    size_t i = get_global_id(0);
    if (i < n) out[i] = window(tile + get_local_id(0));
}

// --- private: each work-item copies its window

GROUP_KERNEL generic_address_space_private_named(global int *restrict out,
                                                 global const int *restrict x, ulong n)
{
    int own[TAPS];
    size_t i = get_global_id(0);
    for (int k = 0; k < TAPS; k++)
        own[k] = x[i + k];
    if (i < n) out[i] = window_private(own);
}

GROUP_KERNEL generic_address_space_private_generic(global int *restrict out,
                                                   global const int *restrict x, ulong n)
{
    int own[TAPS];
    size_t i = get_global_id(0);
    for (int k = 0; k < TAPS; k++)
        own[k] = x[i + k];
    if (i < n) out[i] = window(own);
}

// --- mixed: odd numbers have their window in local memory, even ones in global memory.  The
// compiler cannot know where the pointer will point.

GROUP_KERNEL generic_address_space_mixed_named(global int *restrict out,
                                               global const int *restrict x, ulong n)
{
    local int tile[GROUP + TAPS];
    fill_tile(tile, x);
    size_t i = get_global_id(0), item = get_local_id(0);
    if (i >= n) return;
    if (x[i] & 1)
        out[i] = window_local(tile + item);
    else
        out[i] = window_global(x + i);
}

GROUP_KERNEL generic_address_space_mixed_generic(global int *restrict out,
                                                 global const int *restrict x, ulong n)
{
    local int tile[GROUP + TAPS];
    fill_tile(tile, x);
    size_t i = get_global_id(0), item = get_local_id(0);
    if (i >= n) return;
    const int *v = x + i;
    if (x[i] & 1) v = tile + item;
    out[i] = window(v);
}

// --- a list whose nodes are in three address spaces: one structure is enough

typedef struct node node;
struct node {
    node *next;    // generic
    int value;
};

int sum_list(const node *first)
{
    int sum = 0;
    for (const node *at = first; at != 0; at = at->next)
        sum = 3 * sum + at->value;
    return sum;
}

// Each work-item has a list: a private node, a local node, a global node.  `nodes` has one node
// per
// work-item.
GROUP_KERNEL generic_address_space_list(global int *restrict out, global const int *restrict x,
                                        ulong n, global node *nodes)
{
    local node middle[GROUP];
    size_t i = get_global_id(0), item = get_local_id(0);
    global node *last = &nodes[i];
    last->value = x[i + 2];
    last->next = 0;
    middle[item].value = x[i + 1];
    middle[item].next = last;
    node first = { .next = &middle[item], .value = x[i] };
    if (i < n) out[i] = sum_list(&first);
}

// --- back from generic: is it a pointer to this address space?

// `space` 0: the pointer is to global memory, 1: local, 2: private.  Each holds its own number.
// out[0] says whether the answer is a pointer, and out[1] is what is there.
#define CONVERSION(to)                                                                 \
    kernel void generic_address_space_to_##to(global int *restrict out, global int *x, \
                                              ulong space)                             \
    {                                                                                  \
        local int in_local;                                                            \
        int in_private = 300;                                                          \
        in_local = 200;                                                                \
        int *p = &in_private;                                                          \
        if (space == 0) p = x;                                                         \
        if (space == 1) p = &in_local;                                                 \
        to int *converted = to_##to(p);                                                \
        out[0] = converted != 0;                                                       \
        out[1] = converted ? *converted : 0;                                           \
    }

CONVERSION(global)
CONVERSION(local)
CONVERSION(private)

// out[0] says whether the fence is valid for global memory, out[1] for local memory.
kernel void generic_address_space_fence(global int *restrict out, global int *x, ulong space)
{
    local int in_local;
    int in_private = 300;
    int *p = &in_private;
    if (space == 0) p = x;
    if (space == 1) p = &in_local;
    cl_mem_fence_flags flags = get_fence(p);
    out[0] = (flags & CLK_GLOBAL_MEM_FENCE) != 0;
    out[1] = (flags & CLK_LOCAL_MEM_FENCE) != 0;
}
