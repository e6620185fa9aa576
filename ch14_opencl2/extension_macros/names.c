// SPDX-License-Identifier: MIT

#include "names.h"

const char LANGUAGE_EXTENSIONS[] =
    "cl_khr_3d_image_writes cl_khr_byte_addressable_store cl_khr_depth_images "
    "cl_khr_expect_assume cl_khr_extended_bit_ops cl_khr_fp16 cl_khr_fp64 "
    "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
    "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics cl_khr_integer_dot_product "
    "cl_khr_kernel_clock cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
    "cl_khr_mipmap_image cl_khr_mipmap_image_writes cl_khr_subgroup_ballot "
    "cl_khr_subgroup_clustered_reduce cl_khr_subgroup_extended_types "
    "cl_khr_subgroup_non_uniform_arithmetic cl_khr_subgroup_non_uniform_vote "
    "cl_khr_subgroup_rotate cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative "
    "cl_khr_subgroups";

char *macro_program(const words *names)
{
    ocl_growing text = { 0 };
    ocl_append_text(&text, "kernel void extension_macros_ask(global uint *out)\n{\n");
    for (size_t i = 0; i < names->count; i++) {
        ocl_append_format(&text, "#ifdef %s\n    out[%zu] = 1;\n", names->at[i], i);
        ocl_append_format(&text, "#else\n    out[%zu] = 0;\n#endif\n", i);
    }
    ocl_append_text(&text, "}\n");
    return text.text;
}
