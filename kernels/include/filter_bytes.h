// SPDX-License-Identifier: MIT
//
// bytes - lanes for filter_bands.h that are 64 bytes, for what needs no more than comparisons.
//
// OpenCL C has no vector of 64 bytes; Clang has (PoCL, Intel).  So the lanes are a uint16, and only
// the comparison is done byte by byte.  WHOLE_BYTES is 1 if the compiler can do it; otherwise use
// filter_lanes.h.

#define WHOLE_BYTES 0
#ifdef __has_attribute
#if __has_attribute(ext_vector_type)
#undef WHOLE_BYTES
#define WHOLE_BYTES 1

typedef uint16 lanes;
typedef uchar bytes __attribute__((ext_vector_type(64)));

lanes low_bytes(lanes a, lanes b)
{
    bytes x = __builtin_astype(a, bytes), y = __builtin_astype(b, bytes);
    return __builtin_astype(x < y ? x : y, lanes);
}

lanes high_bytes(lanes a, lanes b)
{
    bytes x = __builtin_astype(a, bytes), y = __builtin_astype(b, bytes);
    return __builtin_astype(x < y ? y : x, lanes);
}

#endif
#endif
