// SPDX-License-Identifier: MIT

#include "info_table.h"

// --- names of bits and values

const info_name DEVICE_TYPES[] = {
    { NAMED(CL_DEVICE_TYPE_DEFAULT) }, { NAMED(CL_DEVICE_TYPE_CPU) },
    { NAMED(CL_DEVICE_TYPE_GPU) },     { NAMED(CL_DEVICE_TYPE_ACCELERATOR) },
    { NAMED(CL_DEVICE_TYPE_CUSTOM) },  { NULL, 0 },
};

static const info_name FP_CONFIG[] = {
    { NAMED(CL_FP_DENORM) },
    { NAMED(CL_FP_INF_NAN) },
    { NAMED(CL_FP_ROUND_TO_NEAREST) },
    { NAMED(CL_FP_ROUND_TO_ZERO) },
    { NAMED(CL_FP_ROUND_TO_INF) },
    { NAMED(CL_FP_FMA) },
    { NAMED(CL_FP_SOFT_FLOAT) },
    { NAMED(CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) },
    { NULL, 0 },
};

static const info_name EXEC_CAPABILITIES[] = {
    { NAMED(CL_EXEC_KERNEL) },
    { NAMED(CL_EXEC_NATIVE_KERNEL) },
    { NULL, 0 },
};

static const info_name CACHE_TYPES[] = {
    { NAMED(CL_NONE) },
    { NAMED(CL_READ_ONLY_CACHE) },
    { NAMED(CL_READ_WRITE_CACHE) },
    { NULL, 0 },
};

static const info_name LOCAL_TYPES[] = {
    { NAMED(CL_NONE) },
    { NAMED(CL_LOCAL) },
    { NAMED(CL_GLOBAL) },
    { NULL, 0 },
};

static const info_name SVM[] = {
    { NAMED(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) },
    { NAMED(CL_DEVICE_SVM_FINE_GRAIN_BUFFER) },
    { NAMED(CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) },
    { NAMED(CL_DEVICE_SVM_ATOMICS) },
    { NULL, 0 },
};

static const info_name ATOMICS[] = {
    { NAMED(CL_DEVICE_ATOMIC_ORDER_RELAXED) },     { NAMED(CL_DEVICE_ATOMIC_ORDER_ACQ_REL) },
    { NAMED(CL_DEVICE_ATOMIC_ORDER_SEQ_CST) },     { NAMED(CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM) },
    { NAMED(CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP) },  { NAMED(CL_DEVICE_ATOMIC_SCOPE_DEVICE) },
    { NAMED(CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES) }, { NULL, 0 },
};

static const info_name FLOAT_ATOMICS[] = {
    { "CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT", 1 << 0 },
    { "CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT", 1 << 1 },
    { "CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT", 1 << 2 },
    { "CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT", 1 << 16 },
    { "CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT", 1 << 17 },
    { "CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT", 1 << 18 },
    { NULL, 0 },
};

static const info_name QUEUE[] = {
    { NAMED(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) },
    { NAMED(CL_QUEUE_PROFILING_ENABLE) },
    { NAMED(CL_QUEUE_ON_DEVICE) },
    { NAMED(CL_QUEUE_ON_DEVICE_DEFAULT) },
    { NULL, 0 },
};

static const info_name DEVICE_ENQUEUE[] = {
    { NAMED(CL_DEVICE_QUEUE_SUPPORTED) },
    { NAMED(CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT) },
    { NULL, 0 },
};

static const info_name COMMAND_BUFFER[] = {
    { "CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR", 1 << 0 },
    { "CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR", 1 << 1 },
    { "CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR", 1 << 2 },
    { "CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR", 1 << 3 },
    { "CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR", 1 << 4 },
    { NULL, 0 },
};

static const info_name PLATFORM_COMMAND_BUFFER[] = {
    { "CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR", 1 << 0 },
    { "CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR", 1 << 1 },
    { "CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR", 1 << 2 },
    { NULL, 0 },
};

static const info_name MUTABLE_DISPATCH[] = {
    { "CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR", 1 << 0 },
    { "CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR", 1 << 1 },
    { "CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR", 1 << 2 },
    { "CL_MUTABLE_DISPATCH_ARGUMENTS_KHR", 1 << 3 },
    { "CL_MUTABLE_DISPATCH_EXEC_INFO_KHR", 1 << 4 },
    { NULL, 0 },
};

static const info_name KERNEL_CLOCK[] = {
    { "CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR", 1 << 0 },
    { "CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR", 1 << 1 },
    { "CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR", 1 << 2 },
    { NULL, 0 },
};

static const info_name TERMINATE[] = {
    { "CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR", 1 << 0 },
    { NULL, 0 },
};

static const info_name PARTITIONS[] = {
    { NAMED(CL_DEVICE_PARTITION_EQUALLY) },
    { NAMED(CL_DEVICE_PARTITION_BY_COUNTS) },
    { NAMED(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN) },
    { "CL_DEVICE_PARTITION_BY_NAMES_INTEL", 0x4052 },
    { NULL, 0 },
};

static const info_name AFFINITY_DOMAINS[] = {
    { NAMED(CL_DEVICE_AFFINITY_DOMAIN_NUMA) },
    { NAMED(CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE) },
    { NAMED(CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE) },
    { NAMED(CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE) },
    { NAMED(CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE) },
    { NAMED(CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) },
    { NULL, 0 },
};

static const info_name DOT_PRODUCT[] = {
    { "CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED", 1 << 0 },
    { "CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT", 1 << 1 },
    { NULL, 0 },
};

static const info_name UNIFIED_SVM[] = {
    { "CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR", 1 << 0 },
    { "CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR", 1 << 1 },
    { "CL_SVM_CAPABILITY_DEVICE_OWNED_KHR", 1 << 2 },
    { "CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR", 1 << 3 },
    { "CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR", 1 << 4 },
    { "CL_SVM_CAPABILITY_HOST_OWNED_KHR", 1 << 5 },
    { "CL_SVM_CAPABILITY_HOST_READ_KHR", 1 << 6 },
    { "CL_SVM_CAPABILITY_HOST_WRITE_KHR", 1 << 7 },
    { "CL_SVM_CAPABILITY_HOST_MAP_KHR", 1 << 8 },
    { "CL_SVM_CAPABILITY_DEVICE_READ_KHR", 1 << 9 },
    { "CL_SVM_CAPABILITY_DEVICE_WRITE_KHR", 1 << 10 },
    { "CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR", 1 << 11 },
    { "CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR", 1 << 12 },
    { "CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR", 1 << 13 },
    { "CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR", 1 << 14 },
    { NULL, 0 },
};

// SPIR-V's own names and numbers, as far as OpenCL's environment specification has them.
static const info_name SPIRV_CAPABILITIES[] = {
    { "Shader", 1 },
    { "Addresses", 4 },
    { "Linkage", 5 },
    { "Kernel", 6 },
    { "Vector16", 7 },
    { "Float16Buffer", 8 },
    { "Float16", 9 },
    { "Float64", 10 },
    { "Int64", 11 },
    { "Int64Atomics", 12 },
    { "ImageBasic", 13 },
    { "ImageReadWrite", 14 },
    { "ImageMipmap", 15 },
    { "Pipes", 17 },
    { "Groups", 18 },
    { "DeviceEnqueue", 19 },
    { "LiteralSampler", 20 },
    { "Int16", 22 },
    { "GenericPointer", 38 },
    { "Int8", 39 },
    { "Sampled1D", 43 },
    { "Image1D", 44 },
    { "SampledBuffer", 46 },
    { "ImageBuffer", 47 },
    { "ImageMSArray", 48 },
    { "SubgroupDispatch", 58 },
    { "NamedBarrier", 59 },
    { "PipeStorage", 60 },
    { "GroupNonUniform", 61 },
    { "GroupNonUniformVote", 62 },
    { "GroupNonUniformArithmetic", 63 },
    { "GroupNonUniformBallot", 64 },
    { "GroupNonUniformShuffle", 65 },
    { "GroupNonUniformShuffleRelative", 66 },
    { "GroupNonUniformClustered", 67 },
    { "ShaderClockKHR", 5055 },
    { "SubgroupShuffleINTEL", 5568 },
    { "SubgroupBufferBlockIOINTEL", 5569 },
    { "SubgroupImageBlockIOINTEL", 5570 },
    { "SubgroupImageMediaBlockIOINTEL", 5579 },
    { "AtomicFloat32MinMaxEXT", 5612 },
    { "AtomicFloat64MinMaxEXT", 5613 },
    { "AtomicFloat16MinMaxEXT", 5616 },
    { "ExpectAssumeKHR", 5629 },
    { "SubgroupAvcMotionEstimationINTEL", 5696 },
    { "SubgroupAvcMotionEstimationIntraINTEL", 5697 },
    { "SubgroupAvcMotionEstimationChromaINTEL", 5698 },
    { "DotProductInput4x8Bit", 6017 },
    { "DotProductInput4x8BitPacked", 6018 },
    { "DotProduct", 6019 },
    { "BitInstructions", 6025 },
    { "GroupNonUniformRotateKHR", 6026 },
    { "AtomicFloat32AddEXT", 6033 },
    { "AtomicFloat64AddEXT", 6034 },
    { "AtomicFloat16AddEXT", 6095 },
    { "SplitBarrierINTEL", 6141 },
    { "SubgroupBufferPrefetchINTEL", 6220 },
    { "Subgroup2DBlockIOINTEL", 6228 },
    { "Subgroup2DBlockTransformINTEL", 6229 },
    { "Subgroup2DBlockTransposeINTEL", 6230 },
    { "SubgroupMatrixMultiplyAccumulateINTEL", 6236 },
    { "GroupUniformArithmeticKHR", 6400 },
    { "TensorFloat32RoundingINTEL", 6425 },
    { NULL, 0 },
};

static const info_name SEMAPHORES[] = {
    { "CL_SEMAPHORE_TYPE_BINARY_KHR", 1 },
    { NULL, 0 },
};

static const info_name SEMAPHORE_HANDLES[] = {
    { "CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR", 0x2055 },
    { "CL_SEMAPHORE_HANDLE_OPAQUE_WIN32_KHR", 0x2056 },
    { "CL_SEMAPHORE_HANDLE_OPAQUE_WIN32_KMT_KHR", 0x2057 },
    { "CL_SEMAPHORE_HANDLE_SYNC_FD_KHR", 0x2058 },
    { "CL_SEMAPHORE_HANDLE_D3D12_FENCE_KHR", 0x2059 },
    { "CL_SEMAPHORE_HANDLE_OPAQUE_WIN32_NAME_KHR", 0x2068 },
    { NULL, 0 },
};

static const info_name MEMORY_HANDLES[] = {
    { "CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR", 0x2060 },
    { "CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_KHR", 0x2061 },
    { "CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_KMT_KHR", 0x2062 },
    { "CL_EXTERNAL_MEMORY_HANDLE_D3D11_TEXTURE_KHR", 0x2063 },
    { "CL_EXTERNAL_MEMORY_HANDLE_D3D11_TEXTURE_KMT_KHR", 0x2064 },
    { "CL_EXTERNAL_MEMORY_HANDLE_D3D12_HEAP_KHR", 0x2065 },
    { "CL_EXTERNAL_MEMORY_HANDLE_D3D12_RESOURCE_KHR", 0x2066 },
    { "CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR", 0x2067 },
    { "CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_NAME_KHR", 0x2069 },
    { "CL_EXTERNAL_MEMORY_HANDLE_ANDROID_HARDWARE_BUFFER_KHR", 0x2070 },
    { NULL, 0 },
};

static const info_name INTEL_USM[] = {
    { "CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL", 1 << 0 },
    { "CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL", 1 << 1 },
    { "CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL", 1 << 2 },
    { "CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL", 1 << 3 },
    { NULL, 0 },
};

static const info_name INTEL_FEATURES[] = {
    { "CL_DEVICE_FEATURE_FLAG_DP4A_INTEL", 1 << 0 },
    { "CL_DEVICE_FEATURE_FLAG_DPAS_INTEL", 1 << 1 },
    { NULL, 0 },
};

static const info_name ARM_SCHEDULING[] = {
    { "CL_DEVICE_SCHEDULING_KERNEL_BATCHING_ARM", 1 << 0 },
    { "CL_DEVICE_SCHEDULING_WORKGROUP_BATCH_SIZE_ARM", 1 << 1 },
    { "CL_DEVICE_SCHEDULING_WORKGROUP_BATCH_SIZE_MODIFIER_ARM", 1 << 2 },
    { "CL_DEVICE_SCHEDULING_DEFERRED_FLUSH_ARM", 1 << 3 },
    { "CL_DEVICE_SCHEDULING_REGISTER_ALLOCATION_ARM", 1 << 4 },
    { "CL_DEVICE_SCHEDULING_WARP_THROTTLING_ARM", 1 << 5 },
    { "CL_DEVICE_SCHEDULING_COMPUTE_UNIT_BATCH_QUEUE_SIZE_ARM", 1 << 6 },
    { "CL_DEVICE_SCHEDULING_COMPUTE_UNIT_LIMIT_ARM", 1 << 7 },
    { NULL, 0 },
};

static const info_name ARM_TERMINATION[] = {
    { "CL_DEVICE_CONTROLLED_TERMINATION_SUCCESS_ARM", 1 << 0 },
    { "CL_DEVICE_CONTROLLED_TERMINATION_FAILURE_ARM", 1 << 1 },
    { "CL_DEVICE_CONTROLLED_TERMINATION_QUERY_ARM", 1 << 2 },
    { NULL, 0 },
};

static const info_name IMG_MEMORY[] = {
    { "CL_MEM_ALLOC_RELAX_REQUIREMENTS_IMG", 1 << 0 },
    { "CL_MEM_ALLOC_GPU_WRITE_COMBINE_IMG", 1 << 1 },
    { "CL_MEM_ALLOC_GPU_CACHED_IMG", 1 << 2 },
    { "CL_MEM_ALLOC_CPU_LOCAL_IMG", 1 << 3 },
    { "CL_MEM_ALLOC_GPU_LOCAL_IMG", 1 << 4 },
    { "CL_MEM_ALLOC_GPU_PRIVATE_IMG", 1 << 5 },
    { NULL, 0 },
};

static const info_name IMG_SCHEDULING[] = {
    { "CL_DEVICE_WORK_GROUP_SCHEDULING_ALGORITHM_LINEAR_ORDER_IMG", 1 << 0 },
    { "CL_DEVICE_WORK_GROUP_SCHEDULING_ALGORITHM_MORTON_ORDER_IMG", 1 << 1 },
    { "CL_DEVICE_WORK_GROUP_SCHEDULING_ALGORITHM_TWOD_MORTON_ORDER_IMG", 1 << 2 },
    { "CL_DEVICE_WORK_GROUP_SCHEDULING_ALGORITHM_THREED_MORTON_ORDER_IMG", 1 << 3 },
    { NULL, 0 },
};

// --- names of the members of structures, in their order

static const info_name PCI[] = {
    { "domain", 0 },
    { "bus", 0 },
    { "device", 0 },
    { "function", 0 },
};

static const info_name DOT_ACCELERATION[] = {
    { "signed", 0 },
    { "unsigned", 0 },
    { "mixed", 0 },
    { "saturating_signed", 0 },
    { "saturating_unsigned", 0 },
    { "saturating_mixed", 0 },
};

// --- the last four columns: type, elements, names, unit

#define TEXT                INFO_TEXT, 0, NULL, NULL
#define WORDS               INFO_WORDS, 0, NULL, NULL
#define BOOL                INFO_BOOL, 1, NULL, NULL
#define UINT                INFO_UINT, 1, NULL, NULL
#define UINT_IN(unit)       INFO_UINT, 1, NULL, unit
#define ID                  INFO_ID, 1, NULL, NULL
#define ULONG               INFO_ULONG, 1, NULL, NULL
#define ULONG_IN(unit)      INFO_ULONG, 1, NULL, unit
#define SIZE                INFO_SIZE, 1, NULL, NULL
#define SIZE_IN(unit)       INFO_SIZE, 1, NULL, unit
#define SIZES               INFO_SIZE, 0, NULL, NULL
#define STRINGS             INFO_STRING, 0, NULL, NULL
#define BYTES(count)        INFO_BYTE, count, NULL, NULL
#define HANDLE              INFO_HANDLE, 1, NULL, NULL
#define HANDLES             INFO_HANDLE, 0, NULL, NULL
#define VERSION             INFO_VERSION, 1, NULL, NULL
#define NAMED_VERSIONS      INFO_NAMED_VERSION, 0, NULL, NULL
#define ONE_OF(names)       INFO_ENUM, 1, names, NULL
#define LIST_OF(names)      INFO_ENUM, 0, names, NULL
#define FLAGS(names)        INFO_FLAGS, 1, names, NULL
#define FLAGS_LIST(names)   INFO_FLAGS, 0, names, NULL
#define PROPERTIES(names)   INFO_PROPERTY, 0, names, NULL
#define FIELDS(type, names) type, sizeof(names) / sizeof(names)[0], names, NULL

const info_row PLATFORM_INFO[] = {
    { "identity", NAMED(CL_PLATFORM_NAME), "1.0", TEXT },
    { "identity", NAMED(CL_PLATFORM_VENDOR), "1.0", TEXT },
    { "identity", NAMED(CL_PLATFORM_VERSION), "1.0", TEXT },
    { "identity", NAMED(CL_PLATFORM_NUMERIC_VERSION), "3.0", VERSION },
    { "identity", NAMED(CL_PLATFORM_PROFILE), "1.0", TEXT },
    { "identity", "CL_PLATFORM_ICD_SUFFIX_KHR", 0x0920, "cl_khr_icd", TEXT },
    { "identity", "CL_PLATFORM_UNLOADABLE_KHR", 0x0921, "cl_khr_icd_unloadable", BOOL },

    { "features", NAMED(CL_PLATFORM_HOST_TIMER_RESOLUTION), "2.1", ULONG_IN("ns") },
    { "features", "CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR", 0x0908,
      "cl_khr_command_buffer_multi_device", FLAGS(PLATFORM_COMMAND_BUFFER) },
    { "features", "CL_PLATFORM_SEMAPHORE_TYPES_KHR", 0x2036, "cl_khr_semaphore",
      LIST_OF(SEMAPHORES) },
    { "features", "CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR", 0x2037,
      "cl_khr_external_semaphore", LIST_OF(SEMAPHORE_HANDLES) },
    { "features", "CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR", 0x2038,
      "cl_khr_external_semaphore", LIST_OF(SEMAPHORE_HANDLES) },
    { "features", "CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR", 0x2044,
      "cl_khr_external_memory", LIST_OF(MEMORY_HANDLES) },
    { "features", "CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR", 0x0909, "cl_khr_unified_svm",
      FLAGS_LIST(UNIFIED_SVM) },
    { "features", NAMED(CL_PLATFORM_EXTENSIONS), "1.0", WORDS },
    { "features", NAMED(CL_PLATFORM_EXTENSIONS_WITH_VERSION), "3.0", NAMED_VERSIONS },
    { NULL, NULL, 0, NULL, SIZE },
};

const info_row DEVICE_INFO[] = {
    { "identity", NAMED(CL_DEVICE_NAME), "1.0", TEXT },
    { "identity", NAMED(CL_DEVICE_VENDOR), "1.0", TEXT },
    { "identity", NAMED(CL_DEVICE_VENDOR_ID), "1.0", ID },
    { "identity", NAMED(CL_DEVICE_TYPE), "1.0", FLAGS(DEVICE_TYPES) },
    { "identity", NAMED(CL_DEVICE_VERSION), "1.0", TEXT },
    { "identity", NAMED(CL_DEVICE_NUMERIC_VERSION), "3.0", VERSION },
    { "identity", NAMED(CL_DRIVER_VERSION), "1.0", TEXT },
    { "identity", NAMED(CL_DEVICE_PROFILE), "1.0", TEXT },
    { "identity", NAMED(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED), "3.0", TEXT },
    { "identity", NAMED(CL_DEVICE_AVAILABLE), "1.0", BOOL },
    { "identity", NAMED(CL_DEVICE_PLATFORM), "1.0", HANDLE },
    { "identity", "CL_DEVICE_UUID", 0x106A, "3.1, cl_khr_device_uuid", BYTES(16) },
    { "identity", "CL_DRIVER_UUID", 0x106B, "3.1, cl_khr_device_uuid", BYTES(16) },
    { "identity", "CL_DEVICE_LUID_VALID", 0x106C, "3.1, cl_khr_device_uuid", BOOL },
    { "identity", "CL_DEVICE_LUID", 0x106D, "3.1, cl_khr_device_uuid", BYTES(8) },
    { "identity", "CL_DEVICE_NODE_MASK", 0x106E, "3.1, cl_khr_device_uuid", UINT },
    { "identity", "CL_DEVICE_PCI_BUS_INFO_KHR", 0x410F, "cl_khr_pci_bus_info",
      FIELDS(INFO_UINT, PCI) },

    { "compute", NAMED(CL_DEVICE_MAX_COMPUTE_UNITS), "1.0", UINT },
    { "compute", NAMED(CL_DEVICE_MAX_CLOCK_FREQUENCY), "1.0", UINT_IN("MHz") },
    { "compute", NAMED(CL_DEVICE_ADDRESS_BITS), "1.0", UINT },
    { "compute", NAMED(CL_DEVICE_ENDIAN_LITTLE), "1.0", BOOL },
    { "compute", NAMED(CL_DEVICE_EXECUTION_CAPABILITIES), "1.0", FLAGS(EXEC_CAPABILITIES) },
    { "compute", NAMED(CL_DEVICE_MAX_PARAMETER_SIZE), "1.0", SIZE_IN("B") },

    { "work-groups", NAMED(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), "1.0", UINT },
    { "work-groups", NAMED(CL_DEVICE_MAX_WORK_ITEM_SIZES), "1.0", SIZES },
    { "work-groups", NAMED(CL_DEVICE_MAX_WORK_GROUP_SIZE), "1.0", SIZE },
    { "work-groups", NAMED(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), "3.0", SIZE },
    { "work-groups", NAMED(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT), "3.0", BOOL },
    { "work-groups", NAMED(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT), "3.0", BOOL },

    { "sub-groups", NAMED(CL_DEVICE_MAX_NUM_SUB_GROUPS), "2.1", UINT },
    { "sub-groups", NAMED(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS), "2.1", BOOL },
    { "sub-groups", "CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR", 0x2035,
      "cl_khr_subgroup_named_barrier", UINT },
    { "sub-groups", "CL_DEVICE_SUB_GROUP_SIZES_INTEL", 0x4108, "cl_intel_required_subgroup_size",
      SIZES },

    { "vectors", NAMED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR), "1.0", UINT },
    { "vectors", NAMED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT), "1.0", UINT },
    { "vectors", NAMED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT), "1.0", UINT },
    { "vectors", NAMED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG), "1.0", UINT },
    { "vectors", NAMED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF), "1.1", UINT },
    { "vectors", NAMED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT), "1.0", UINT },
    { "vectors", NAMED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE), "1.0", UINT },
    { "vectors", NAMED(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR), "1.1", UINT },
    { "vectors", NAMED(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT), "1.1", UINT },
    { "vectors", NAMED(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT), "1.1", UINT },
    { "vectors", NAMED(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG), "1.1", UINT },
    { "vectors", NAMED(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF), "1.1", UINT },
    { "vectors", NAMED(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT), "1.1", UINT },
    { "vectors", NAMED(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE), "1.1", UINT },

    { "arithmetic", "CL_DEVICE_HALF_FP_CONFIG", 0x1033, "cl_khr_fp16", FLAGS(FP_CONFIG) },
    { "arithmetic", NAMED(CL_DEVICE_SINGLE_FP_CONFIG), "1.0", FLAGS(FP_CONFIG) },
    { "arithmetic", NAMED(CL_DEVICE_DOUBLE_FP_CONFIG), "1.2", FLAGS(FP_CONFIG) },
    { "arithmetic", "CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES", 0x1073,
      "3.1, cl_khr_integer_dot_product", FLAGS(DOT_PRODUCT) },
    { "arithmetic", "CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT", 0x1074,
      "3.1, cl_khr_integer_dot_product", FIELDS(INFO_BOOL, DOT_ACCELERATION) },
    { "arithmetic", "CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED", 0x1075,
      "3.1, cl_khr_integer_dot_product", FIELDS(INFO_BOOL, DOT_ACCELERATION) },

    { "memory", NAMED(CL_DEVICE_GLOBAL_MEM_SIZE), "1.0", ULONG_IN("B") },
    { "memory", NAMED(CL_DEVICE_MAX_MEM_ALLOC_SIZE), "1.0", ULONG_IN("B") },
    { "memory", NAMED(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE), "1.0", ONE_OF(CACHE_TYPES) },
    { "memory", NAMED(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE), "1.0", ULONG_IN("B") },
    { "memory", NAMED(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE), "1.0", UINT_IN("B") },
    { "memory", NAMED(CL_DEVICE_LOCAL_MEM_TYPE), "1.0", ONE_OF(LOCAL_TYPES) },
    { "memory", NAMED(CL_DEVICE_LOCAL_MEM_SIZE), "1.0", ULONG_IN("B") },
    { "memory", NAMED(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), "1.0", ULONG_IN("B") },
    { "memory", NAMED(CL_DEVICE_MAX_CONSTANT_ARGS), "1.0", UINT },
    { "memory", NAMED(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE), "2.0", SIZE_IN("B") },
    { "memory", NAMED(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE), "2.0", SIZE_IN("B") },
    { "memory", NAMED(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT), "3.0", BOOL },
    { "memory", NAMED(CL_DEVICE_MEM_BASE_ADDR_ALIGN), "1.0", UINT_IN("bit") },
    { "memory", NAMED(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE), "1.0", UINT_IN("B") },
    { "memory", NAMED(CL_DEVICE_HOST_UNIFIED_MEMORY), "1.1", BOOL },
    { "memory", NAMED(CL_DEVICE_ERROR_CORRECTION_SUPPORT), "1.0", BOOL },
    { "memory", "CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR", 0x204F,
      "cl_khr_external_memory", LIST_OF(MEMORY_HANDLES) },
    { "memory", "CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR", 0x2052,
      "cl_khr_external_memory", LIST_OF(MEMORY_HANDLES) },

    { "shared virtual memory", NAMED(CL_DEVICE_SVM_CAPABILITIES), "2.0", FLAGS(SVM) },
    { "shared virtual memory", "CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR", 0x1077, "cl_khr_unified_svm",
      FLAGS_LIST(UNIFIED_SVM) },
    { "shared virtual memory", "CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL", 0x4190,
      "cl_intel_unified_shared_memory", FLAGS(INTEL_USM) },
    { "shared virtual memory", "CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL", 0x4191,
      "cl_intel_unified_shared_memory", FLAGS(INTEL_USM) },
    { "shared virtual memory", "CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL", 0x4192,
      "cl_intel_unified_shared_memory", FLAGS(INTEL_USM) },
    { "shared virtual memory", "CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL", 0x4193,
      "cl_intel_unified_shared_memory", FLAGS(INTEL_USM) },
    { "shared virtual memory", "CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL", 0x4194,
      "cl_intel_unified_shared_memory", FLAGS(INTEL_USM) },

    { "atomics", NAMED(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES), "3.0", FLAGS(ATOMICS) },
    { "atomics", NAMED(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES), "3.0", FLAGS(ATOMICS) },
    { "atomics", NAMED(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT), "2.0", UINT_IN("B") },
    { "atomics", NAMED(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT), "2.0", UINT_IN("B") },
    { "atomics", NAMED(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT), "2.0", UINT_IN("B") },
    { "atomics", "CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT", 0x4233, "cl_ext_float_atomics",
      FLAGS(FLOAT_ATOMICS) },
    { "atomics", "CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT", 0x4231, "cl_ext_float_atomics",
      FLAGS(FLOAT_ATOMICS) },
    { "atomics", "CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT", 0x4232, "cl_ext_float_atomics",
      FLAGS(FLOAT_ATOMICS) },

    { "images", NAMED(CL_DEVICE_IMAGE_SUPPORT), "1.0", BOOL },
    { "images", NAMED(CL_DEVICE_IMAGE2D_MAX_WIDTH), "1.0", SIZE },
    { "images", NAMED(CL_DEVICE_IMAGE2D_MAX_HEIGHT), "1.0", SIZE },
    { "images", NAMED(CL_DEVICE_IMAGE3D_MAX_WIDTH), "1.0", SIZE },
    { "images", NAMED(CL_DEVICE_IMAGE3D_MAX_HEIGHT), "1.0", SIZE },
    { "images", NAMED(CL_DEVICE_IMAGE3D_MAX_DEPTH), "1.0", SIZE },
    { "images", NAMED(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), "1.2", SIZE_IN("pixel") },
    { "images", NAMED(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), "1.2", SIZE },
    { "images", NAMED(CL_DEVICE_IMAGE_PITCH_ALIGNMENT), "2.0", UINT_IN("pixel") },
    { "images", NAMED(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT), "2.0", UINT_IN("pixel") },
    { "images", NAMED(CL_DEVICE_MAX_READ_IMAGE_ARGS), "1.0", UINT },
    { "images", NAMED(CL_DEVICE_MAX_WRITE_IMAGE_ARGS), "1.0", UINT },
    { "images", NAMED(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS), "2.0", UINT },
    { "images", NAMED(CL_DEVICE_MAX_SAMPLERS), "1.0", UINT },
    { "images", "CL_DEVICE_PLANAR_YUV_MAX_WIDTH_INTEL", 0x417E, "cl_intel_planar_yuv", SIZE },
    { "images", "CL_DEVICE_PLANAR_YUV_MAX_HEIGHT_INTEL", 0x417F, "cl_intel_planar_yuv", SIZE },

    { "queues", NAMED(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES), "1.0", FLAGS(QUEUE) },
    { "queues", NAMED(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES), "2.0", FLAGS(QUEUE) },
    { "queues", NAMED(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE), "2.0", UINT_IN("B") },
    { "queues", NAMED(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE), "2.0", UINT_IN("B") },
    { "queues", NAMED(CL_DEVICE_MAX_ON_DEVICE_QUEUES), "2.0", UINT },
    { "queues", NAMED(CL_DEVICE_MAX_ON_DEVICE_EVENTS), "2.0", UINT },
    { "queues", NAMED(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES), "3.0", FLAGS(DEVICE_ENQUEUE) },
    { "queues", NAMED(CL_DEVICE_PROFILING_TIMER_RESOLUTION), "1.0", SIZE_IN("ns") },
    { "queues", NAMED(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC), "1.2", BOOL },
    { "queues", "CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR", 0x12A9, "cl_khr_command_buffer",
      FLAGS(COMMAND_BUFFER) },
    { "queues", "CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR", 0x129A,
      "cl_khr_command_buffer", FLAGS(QUEUE) },
    { "queues", "CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR", 0x12AA,
      "cl_khr_command_buffer", FLAGS(QUEUE) },
    { "queues", "CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR", 0x12AB,
      "cl_khr_command_buffer_multi_device", UINT },
    { "queues", "CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR", 0x12AC,
      "cl_khr_command_buffer_multi_device", HANDLES },
    { "queues", "CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR", 0x12B0,
      "cl_khr_command_buffer_mutable_dispatch", FLAGS(MUTABLE_DISPATCH) },
    { "queues", "CL_DEVICE_SEMAPHORE_TYPES_KHR", 0x204C, "cl_khr_semaphore", LIST_OF(SEMAPHORES) },
    { "queues", "CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR", 0x204D, "cl_khr_external_semaphore",
      LIST_OF(SEMAPHORE_HANDLES) },
    { "queues", "CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR", 0x204E, "cl_khr_external_semaphore",
      LIST_OF(SEMAPHORE_HANDLES) },
    { "queues", "CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR", 0x1076, "cl_khr_kernel_clock",
      FLAGS(KERNEL_CLOCK) },
    { "queues", "CL_DEVICE_TERMINATE_CAPABILITY_KHR", 0x2031, "cl_khr_terminate_context",
      FLAGS(TERMINATE) },

    { "pipes", NAMED(CL_DEVICE_PIPE_SUPPORT), "3.0", BOOL },
    { "pipes", NAMED(CL_DEVICE_MAX_PIPE_ARGS), "2.0", UINT },
    { "pipes", NAMED(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS), "2.0", UINT },
    { "pipes", NAMED(CL_DEVICE_PIPE_MAX_PACKET_SIZE), "2.0", UINT_IN("B") },

    { "sub-devices", NAMED(CL_DEVICE_PARTITION_MAX_SUB_DEVICES), "1.2", UINT },
    { "sub-devices", NAMED(CL_DEVICE_PARTITION_PROPERTIES), "1.2", PROPERTIES(PARTITIONS) },
    { "sub-devices", NAMED(CL_DEVICE_PARTITION_AFFINITY_DOMAIN), "1.2", FLAGS(AFFINITY_DOMAINS) },
    { "sub-devices", NAMED(CL_DEVICE_PARTITION_TYPE), "1.2", PROPERTIES(PARTITIONS) },
    { "sub-devices", NAMED(CL_DEVICE_PARENT_DEVICE), "1.2", HANDLE },
    { "sub-devices", NAMED(CL_DEVICE_REFERENCE_COUNT), "1.2", UINT },

    { "languages", NAMED(CL_DEVICE_COMPILER_AVAILABLE), "1.0", BOOL },
    { "languages", NAMED(CL_DEVICE_LINKER_AVAILABLE), "1.2", BOOL },
    { "languages", NAMED(CL_DEVICE_OPENCL_C_VERSION), "1.1", TEXT },
    { "languages", NAMED(CL_DEVICE_OPENCL_C_ALL_VERSIONS), "3.0", NAMED_VERSIONS },
    { "languages", NAMED(CL_DEVICE_OPENCL_C_FEATURES), "3.0", NAMED_VERSIONS },
    { "languages", "CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR", 0x105F, "cl_khr_extended_versioning",
      VERSION },
    { "languages", "CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT", 0x4230, "cl_ext_cxx_for_opencl",
      VERSION },
    { "languages", NAMED(CL_DEVICE_IL_VERSION), "2.1", WORDS },
    { "languages", NAMED(CL_DEVICE_ILS_WITH_VERSION), "3.0", NAMED_VERSIONS },
    { "languages", "CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS", 0x12B9, "3.1, cl_khr_spirv_queries",
      STRINGS },
    { "languages", "CL_DEVICE_SPIRV_EXTENSIONS", 0x12BA, "3.1, cl_khr_spirv_queries", STRINGS },
    { "languages", "CL_DEVICE_SPIRV_CAPABILITIES", 0x12BB, "3.1, cl_khr_spirv_queries",
      LIST_OF(SPIRV_CAPABILITIES) },
    { "languages", "CL_DEVICE_SPIR_VERSIONS", 0x40E0, "cl_khr_spir", WORDS },
    { "languages", NAMED(CL_DEVICE_PRINTF_BUFFER_SIZE), "1.2", SIZE_IN("B") },
    { "languages", NAMED(CL_DEVICE_BUILT_IN_KERNELS), "1.2", WORDS },
    { "languages", NAMED(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION), "3.0", NAMED_VERSIONS },
    { "languages", NAMED(CL_DEVICE_EXTENSIONS), "1.0", WORDS },
    { "languages", NAMED(CL_DEVICE_EXTENSIONS_WITH_VERSION), "3.0", NAMED_VERSIONS },

    { "NVIDIA", "CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV", 0x4000, "cl_nv_device_attribute_query",
      UINT },
    { "NVIDIA", "CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV", 0x4001, "cl_nv_device_attribute_query",
      UINT },
    { "NVIDIA", "CL_DEVICE_REGISTERS_PER_BLOCK_NV", 0x4002, "cl_nv_device_attribute_query", UINT },
    { "NVIDIA", "CL_DEVICE_WARP_SIZE_NV", 0x4003, "cl_nv_device_attribute_query", UINT },
    { "NVIDIA", "CL_DEVICE_GPU_OVERLAP_NV", 0x4004, "cl_nv_device_attribute_query", BOOL },
    { "NVIDIA", "CL_DEVICE_KERNEL_EXEC_TIMEOUT_NV", 0x4005, "cl_nv_device_attribute_query", BOOL },
    { "NVIDIA", "CL_DEVICE_INTEGRATED_MEMORY_NV", 0x4006, "cl_nv_device_attribute_query", BOOL },
    { "NVIDIA", "CL_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT_NV", 0x4007, "cl_nv_device_attribute_query",
      UINT },
    { "NVIDIA", "CL_DEVICE_PCI_BUS_ID_NV", 0x4008, "cl_nv_device_attribute_query", UINT },
    { "NVIDIA", "CL_DEVICE_PCI_SLOT_ID_NV", 0x4009, "cl_nv_device_attribute_query", UINT },
    { "NVIDIA", "CL_DEVICE_PCI_DOMAIN_ID_NV", 0x400A, "cl_nv_device_attribute_query", UINT },

    { "AMD", "CL_DEVICE_BOARD_NAME_AMD", 0x4038, "cl_amd_device_attribute_query", TEXT },
    { "AMD", "CL_DEVICE_TOPOLOGY_AMD", 0x4037, "cl_amd_device_attribute_query", BYTES(24) },
    { "AMD", "CL_DEVICE_PCIE_ID_AMD", 0x4034, "cl_amd_device_attribute_query", ID },
    { "AMD", "CL_DEVICE_GFXIP_MAJOR_AMD", 0x404A, "cl_amd_device_attribute_query", UINT },
    { "AMD", "CL_DEVICE_GFXIP_MINOR_AMD", 0x404B, "cl_amd_device_attribute_query", UINT },
    { "AMD", "CL_DEVICE_WAVEFRONT_WIDTH_AMD", 0x4043, "cl_amd_device_attribute_query", UINT },
    { "AMD", "CL_DEVICE_SIMD_PER_COMPUTE_UNIT_AMD", 0x4040, "cl_amd_device_attribute_query", UINT },
    { "AMD", "CL_DEVICE_SIMD_WIDTH_AMD", 0x4041, "cl_amd_device_attribute_query", UINT },
    { "AMD", "CL_DEVICE_SIMD_INSTRUCTION_WIDTH_AMD", 0x4042, "cl_amd_device_attribute_query",
      UINT },
    { "AMD", "CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_AMD", 0x4030, "cl_amd_device_attribute_query",
      SIZE },
    { "AMD", "CL_DEVICE_MAX_WORK_GROUP_SIZE_AMD", 0x4031, "cl_amd_device_attribute_query", SIZE },
    { "AMD", "CL_DEVICE_GLOBAL_FREE_MEMORY_AMD", 0x4039, "cl_amd_device_attribute_query", INFO_SIZE,
      0, NULL, "KiB" },
    { "AMD", "CL_DEVICE_GLOBAL_MEM_CHANNELS_AMD", 0x4044, "cl_amd_device_attribute_query", UINT },
    { "AMD", "CL_DEVICE_GLOBAL_MEM_CHANNEL_BANKS_AMD", 0x4045, "cl_amd_device_attribute_query",
      UINT },
    { "AMD", "CL_DEVICE_GLOBAL_MEM_CHANNEL_BANK_WIDTH_AMD", 0x4046, "cl_amd_device_attribute_query",
      UINT_IN("B") },
    { "AMD", "CL_DEVICE_LOCAL_MEM_SIZE_PER_COMPUTE_UNIT_AMD", 0x4047,
      "cl_amd_device_attribute_query", UINT_IN("B") },
    { "AMD", "CL_DEVICE_LOCAL_MEM_BANKS_AMD", 0x4048, "cl_amd_device_attribute_query", UINT },
    { "AMD", "CL_DEVICE_PREFERRED_CONSTANT_BUFFER_SIZE_AMD", 0x4033,
      "cl_amd_device_attribute_query", SIZE_IN("B") },
    { "AMD", "CL_DEVICE_AVAILABLE_ASYNC_QUEUES_AMD", 0x404C, "cl_amd_device_attribute_query",
      UINT },
    { "AMD", "CL_DEVICE_THREAD_TRACE_SUPPORTED_AMD", 0x4049, "cl_amd_device_attribute_query",
      BOOL },
    { "AMD", "CL_DEVICE_PROFILING_TIMER_OFFSET_AMD", 0x4036, "cl_amd_device_attribute_query",
      ULONG_IN("ns") },

    { "Intel", "CL_DEVICE_IP_VERSION_INTEL", 0x4250, "cl_intel_device_attribute_query", VERSION },
    { "Intel", "CL_DEVICE_ID_INTEL", 0x4251, "cl_intel_device_attribute_query", ID },
    { "Intel", "CL_DEVICE_NUM_SLICES_INTEL", 0x4252, "cl_intel_device_attribute_query", UINT },
    { "Intel", "CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL", 0x4253,
      "cl_intel_device_attribute_query", UINT },
    { "Intel", "CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL", 0x4254, "cl_intel_device_attribute_query",
      UINT },
    { "Intel", "CL_DEVICE_NUM_THREADS_PER_EU_INTEL", 0x4255, "cl_intel_device_attribute_query",
      UINT },
    { "Intel", "CL_DEVICE_FEATURE_CAPABILITIES_INTEL", 0x4256, "cl_intel_device_attribute_query",
      FLAGS(INTEL_FEATURES) },
    { "Intel", "CL_DEVICE_SIMULTANEOUS_INTEROPS_INTEL", 0x4104, "cl_intel_simultaneous_sharing",
      INFO_UINT, 0, NULL, NULL },
    { "Intel", "CL_DEVICE_NUM_SIMULTANEOUS_INTEROPS_INTEL", 0x4105, "cl_intel_simultaneous_sharing",
      UINT },

    { "Intel", "CL_DEVICE_ME_VERSION_INTEL", 0x407E, "cl_intel_advanced_motion_estimation", UINT },
    { "Intel", "CL_DEVICE_AVC_ME_VERSION_INTEL", 0x410B,
      "cl_intel_device_side_avc_motion_estimation", UINT },
    { "Intel", "CL_DEVICE_AVC_ME_SUPPORTS_TEXTURE_SAMPLER_USE_INTEL", 0x410C,
      "cl_intel_device_side_avc_motion_estimation", BOOL },
    { "Intel", "CL_DEVICE_AVC_ME_SUPPORTS_PREEMPTION_INTEL", 0x410D,
      "cl_intel_device_side_avc_motion_estimation", BOOL },
    { "Intel", "CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL", 0x418B, "cl_intel_command_queue_families",
      BYTES(0) },

    { "Arm", "CL_DEVICE_COMPUTE_UNITS_BITFIELD_ARM", 0x40BF, "cl_arm_core_id", ULONG },
    { "Arm", "CL_DEVICE_SVM_CAPABILITIES_ARM", 0x40B6, "cl_arm_shared_virtual_memory", FLAGS(SVM) },
    { "Arm", "CL_DEVICE_JOB_SLOTS_ARM", 0x41E0, "cl_arm_job_slot_selection", UINT },
    { "Arm", "CL_DEVICE_SCHEDULING_CONTROLS_CAPABILITIES_ARM", 0x41E4, "cl_arm_scheduling_controls",
      FLAGS(ARM_SCHEDULING) },
    { "Arm", "CL_DEVICE_MAX_WARP_COUNT_ARM", 0x41EA, "cl_arm_scheduling_controls", UINT },
    { "Arm", "CL_DEVICE_SUPPORTED_REGISTER_ALLOCATIONS_ARM", 0x41EB, "cl_arm_scheduling_controls",
      INFO_UINT, 0, NULL, NULL },
    { "Arm", "CL_DEVICE_CONTROLLED_TERMINATION_CAPABILITIES_ARM", 0x41EE,
      "cl_arm_controlled_kernel_termination", FLAGS(ARM_TERMINATION) },

    { "others", "CL_DEVICE_MEMORY_CAPABILITIES_IMG", 0x40D8, "cl_img_mem_properties",
      FLAGS(IMG_MEMORY) },
    { "others", "CL_DEVICE_WORKGROUP_PROTECTION_SVM_CAPABILITIES_IMG", 0x40DA,
      "cl_img_safety_mechanisms", FLAGS(SVM) },
    { "others", "CL_DEVICE_WORKGROUP_PROTECTION_DEVICE_ENQUEUE_CAPABILITIES_IMG", 0x40DB,
      "cl_img_safety_mechanisms", FLAGS(DEVICE_ENQUEUE) },
    { "others", "CL_DEVICE_SAFETY_MEM_SIZE_IMG", 0x40DC, "cl_img_safety_mechanisms",
      ULONG_IN("B") },
    { "others", "CL_DEVICE_SCHEDULING_CONTROLS_CAPABILITIES_IMG", 0x4222,
      "cl_img_scheduling_controls", FLAGS(IMG_SCHEDULING) },
    { "others", "CL_DEVICE_EXT_MEM_PADDING_IN_BYTES_QCOM", 0x40A0, "cl_qcom_ext_host_ptr",
      SIZE_IN("B") },
    { "others", "CL_DEVICE_PAGE_SIZE_QCOM", 0x40A1, "cl_qcom_ext_host_ptr", SIZE_IN("B") },
    { NULL, NULL, 0, NULL, SIZE },
};

const char *const REQUIRED_IN_3_1[] = {
    "cl_khr_device_uuid",
    "cl_khr_extended_bit_ops",
    "cl_khr_integer_dot_product",
    "cl_khr_spirv_queries",
    "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_rotate",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_khr_suggested_local_work_size",
    NULL,
};
