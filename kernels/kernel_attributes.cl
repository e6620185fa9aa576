// SPDX-License-Identifier: MIT
//
// Kernels to ask about: address spaces, qualifiers, types, sizes of work-groups, attributes.
// tests/proof/kernel_attributes/facts.c holds the same facts in a table.

typedef struct {
    float re, im;
} kernel_attributes_complex;

// Every address space, every qualifier, and types that drivers report by other names.  One
// work-item per element of a work-group.
kernel void kernel_attributes_arguments(global float4 *restrict out, global const volatile uint *in,
                                        constant short *table, local unsigned char *scratch,
                                        const unsigned int n, kernel_attributes_complex z, float3 v)
{
    size_t i = get_local_id(0);
    scratch[i] = (unsigned char)in[i];
    out[i] = (float4)(v, 0) * z.re + table[i] + scratch[i] + n;
}

// The work-group must be 8 x 4 x 1: the compiler may rely on it, and another launch is refused.
// Work-item k writes factor * (31 - k).
kernel __attribute__((reqd_work_group_size(8, 4, 1))) void
kernel_attributes_required(global uint *out, uint factor)
{
    local uint tile[32];
    size_t k = get_local_id(1) * 8 + get_local_id(0);
    tile[k] = factor * (uint)k;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[k] = tile[31 - k];
}

// Hints about the work-group that the host will launch, and about the type that is computed with.
// They promise nothing.
kernel __attribute__((work_group_size_hint(16, 1, 1), vec_type_hint(float4))) void
kernel_attributes_hinted(global float4 *x)
{
    x[get_global_id(0)] *= 2.0f;
}

#ifdef __IMAGE_SUPPORT__
// Images have access qualifiers.  Their address space is global, though the source does not say so.
kernel void kernel_attributes_images(write_only image2d_t out, read_only image2d_t in,
                                     sampler_t sampler)
{
    int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    write_imagef(out, at, read_imagef(in, sampler, at));
}
#endif
