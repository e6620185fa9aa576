// SPDX-License-Identifier: MIT
//
// bytes - lanes for filter_bands.h that are 64 bytes, for what needs no more than comparisons.
//
// OpenCL C has no vector of 64 bytes; Clang has (PoCL, Intel).  So the lanes are a uint16, and only
// the comparison is done byte by byte.  Other compilers get it a quarter at a time: PoCL needs
// three times as long for that.

typedef uint16 lanes;

#ifdef __has_attribute
#if __has_attribute(ext_vector_type)
#define HAS_BYTES 1
#endif
#endif

#ifdef HAS_BYTES

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

#else

#define BY_QUARTERS(f, a, b)                                            \
    ((lanes)(as_uint4(f(as_uchar16((a).s0123), as_uchar16((b).s0123))), \
             as_uint4(f(as_uchar16((a).s4567), as_uchar16((b).s4567))), \
             as_uint4(f(as_uchar16((a).s89ab), as_uchar16((b).s89ab))), \
             as_uint4(f(as_uchar16((a).scdef), as_uchar16((b).scdef)))))

lanes low_bytes(lanes a, lanes b)
{
    return BY_QUARTERS(min, a, b);
}

lanes high_bytes(lanes a, lanes b)
{
    return BY_QUARTERS(max, a, b);
}

#endif
