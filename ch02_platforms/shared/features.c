// SPDX-License-Identifier: MIT

#include "features.h"

const feature_row FEATURES[] = {
    { "__opencl_c_3d_image_writes", "3.0", "CL_DEVICE_EXTENSIONS", "cl_khr_3d_image_writes" },
    { "__opencl_c_atomic_order_acq_rel", "3.0", "CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES",
      "CL_DEVICE_ATOMIC_ORDER_ACQ_REL" },
    { "__opencl_c_atomic_order_seq_cst", "3.0", "CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES",
      "CL_DEVICE_ATOMIC_ORDER_SEQ_CST" },
    { "__opencl_c_atomic_scope_device", "3.0", "CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES",
      "CL_DEVICE_ATOMIC_SCOPE_DEVICE" },
    { "__opencl_c_atomic_scope_all_devices", "3.0", "CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES",
      "CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES" },
    { "__opencl_c_device_enqueue", "3.0", "CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES",
      "CL_DEVICE_QUEUE_SUPPORTED" },
    { "__opencl_c_fp64", "3.0", "CL_DEVICE_DOUBLE_FP_CONFIG", NULL },
    { "__opencl_c_generic_address_space", "3.0", "CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT", NULL },
    { "__opencl_c_images", "3.0", "CL_DEVICE_IMAGE_SUPPORT", NULL },
    { "__opencl_c_int64", "3.0", NULL, NULL },
    { "__opencl_c_pipes", "3.0", "CL_DEVICE_PIPE_SUPPORT", NULL },
    { "__opencl_c_program_scope_global_variables", "3.0", "CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE",
      NULL },
    { "__opencl_c_read_write_images", "3.0", "CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS", NULL },
    { "__opencl_c_subgroups", "3.0", "CL_DEVICE_MAX_NUM_SUB_GROUPS", NULL },
    { "__opencl_c_work_group_collective_functions", "3.0",
      "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT", NULL },
    { "__opencl_c_integer_dot_product_input_4x8bit", "3.1, cl_khr_integer_dot_product",
      "CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES", "CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT" },
    { "__opencl_c_integer_dot_product_input_4x8bit_packed", "3.1, cl_khr_integer_dot_product",
      "CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES",
      "CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED" },
    { "__opencl_c_kernel_clock_scope_device", "cl_khr_kernel_clock",
      "CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR", "CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR" },
    { "__opencl_c_kernel_clock_scope_work_group", "cl_khr_kernel_clock",
      "CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR", "CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR" },
    { "__opencl_c_kernel_clock_scope_sub_group", "cl_khr_kernel_clock",
      "CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR", "CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR" },
    { "__opencl_c_ext_fp16_global_atomic_load_store", "cl_ext_float_atomics",
      "CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT" },
    { "__opencl_c_ext_fp16_global_atomic_add", "cl_ext_float_atomics",
      "CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT" },
    { "__opencl_c_ext_fp16_global_atomic_min_max", "cl_ext_float_atomics",
      "CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT" },
    { "__opencl_c_ext_fp16_local_atomic_load_store", "cl_ext_float_atomics",
      "CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT" },
    { "__opencl_c_ext_fp16_local_atomic_add", "cl_ext_float_atomics",
      "CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT" },
    { "__opencl_c_ext_fp16_local_atomic_min_max", "cl_ext_float_atomics",
      "CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT" },
    { "__opencl_c_ext_fp32_global_atomic_add", "cl_ext_float_atomics",
      "CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT" },
    { "__opencl_c_ext_fp32_global_atomic_min_max", "cl_ext_float_atomics",
      "CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT" },
    { "__opencl_c_ext_fp32_local_atomic_add", "cl_ext_float_atomics",
      "CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT" },
    { "__opencl_c_ext_fp32_local_atomic_min_max", "cl_ext_float_atomics",
      "CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT" },
    { "__opencl_c_ext_fp64_global_atomic_add", "cl_ext_float_atomics",
      "CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT" },
    { "__opencl_c_ext_fp64_global_atomic_min_max", "cl_ext_float_atomics",
      "CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT" },
    { "__opencl_c_ext_fp64_local_atomic_add", "cl_ext_float_atomics",
      "CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT" },
    { "__opencl_c_ext_fp64_local_atomic_min_max", "cl_ext_float_atomics",
      "CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT", "CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT" },
    { "__opencl_c_ext_image_raw10_raw12", "cl_ext_image_raw10_raw12", "CL_DEVICE_EXTENSIONS",
      "cl_ext_image_raw10_raw12" },
    { "__opencl_c_ext_image_unorm_int_2_101010", "cl_ext_image_unorm_int_2_101010",
      "CL_DEVICE_EXTENSIONS", "cl_ext_image_unorm_int_2_101010" },
    { "__opencl_c_ext_image_unsigned_10x6_12x4_14x2", "cl_ext_image_unsigned_10x6_12x4_14x2",
      "CL_DEVICE_EXTENSIONS", "cl_ext_image_unsigned_10x6_12x4_14x2" },
    { NULL, NULL, NULL, NULL },
};

// The entry of CL_DEVICE_OPENCL_C_FEATURES; NULL when the device does not list the feature.
static json_t *find_listed(const info_list *list, const char *name)
{
    const json_t *all = json_object_get(list->all, "CL_DEVICE_OPENCL_C_FEATURES");
    for (size_t i = 0; i < json_array_size(all); i++) {
        json_t *entry = json_array_get(all, i);
        if (strcmp(json_string_value(json_object_get(entry, "name")), name) == 0)
            return json_object_get(entry, "version");
    }
    return NULL;
}

void features_add(info_list *list)
{
    list->features = json_object();
    for (const feature_row *row = FEATURES; row->name; row++) {
        json_t *version = find_listed(list, row->name);
        if ((list->part && !strstr(row->name, list->part)) || (list->answered && !version))
            continue;
        const char *other = row->element ? row->element : row->attribute;
        info_print_theme(list, "features of OpenCL C, and what must agree with them");
        info_print_name(list, row->name, row->since);
        ocl_report_print(list->report, other ? "%-5s  %s\n" : "%s\n",
                         version ? json_string_value(version) : "-", other);
        json_object_set(list->features, row->name, version ? version : json_null());
    }
}
