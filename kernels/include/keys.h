// SPDX-License-Identifier: MIT
//
// keys - 32-bit keys of three types as unsigned ranks, which sort in the order that is wanted.
// ch11_sort_knn/shared/keys/keys.h says which order that is.
//
// The host sets KEYS_TYPE (0: int, 1: uint, 2: float), KEYS_DESCENDING (0 or 1) and PAIRS (0: keys
// alone, 1: each key has a value).

#if !defined(KEYS_TYPE) || !defined(KEYS_DESCENDING) || !defined(PAIRS)
#error "the host must build this file with -DKEYS_TYPE=, -DKEYS_DESCENDING= and -DPAIRS="
#endif

#define KEYS_SIGN 0x80000000u

// RANK(type, key) and UNRANK(type, rank); `type` is uint or a vector of uint.  The bits of a
// negative float are all flipped, those of another float only in the sign: key >> 31 says which.
#if KEYS_TYPE == 2
#define KEYS_TO_RANK(type, key)    ((key) ^ (((type)(0) - ((key) >> 31)) | KEYS_SIGN))
#define KEYS_FROM_RANK(type, rank) ((rank) ^ ((((rank) >> 31) - (type)(1)) | KEYS_SIGN))
#elif KEYS_TYPE == 0
#define KEYS_TO_RANK(type, key)    ((key) ^ KEYS_SIGN)
#define KEYS_FROM_RANK(type, rank) ((rank) ^ KEYS_SIGN)
#else
#define KEYS_TO_RANK(type, key)    (key)
#define KEYS_FROM_RANK(type, rank) (rank)
#endif

#if KEYS_DESCENDING
#define RANK(type, key)    (~KEYS_TO_RANK(type, key))
#define UNRANK(type, rank) KEYS_FROM_RANK(type, ~(rank))
#else
#define RANK(type, key)    KEYS_TO_RANK(type, key)
#define UNRANK(type, rank) KEYS_FROM_RANK(type, rank)
#endif
