// SPDX-License-Identifier: MIT

#include "checks.h"

enum { CORE = -1, BALLOT, SHUFFLE, RELATIVE, ROTATE, CLUSTERED, VOTE, ARITHMETIC, TYPES };

const char *const SUB_GROUP_EXTENSION_NAMES[SUB_GROUP_EXTENSIONS] = {
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_khr_subgroup_rotate",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_extended_types"
};

const char *const SUB_GROUP_MACROS[SUB_GROUP_EXTENSIONS] = {
    "BALLOT",           "SHUFFLE",          "SHUFFLE_RELATIVE",       "ROTATE",
    "CLUSTERED_REDUCE", "NON_UNIFORM_VOTE", "NON_UNIFORM_ARITHMETIC", "EXTENDED_TYPES"
};

const sub_group_check SUB_GROUP_CHECK_LIST[SUB_GROUP_CHECKS] = {
    { "sub_group_all", CORE },
    { "sub_group_any", CORE },
    { "sub_group_broadcast", CORE },
    { "sub_group_reduce_add", CORE },
    { "sub_group_reduce_min", CORE },
    { "sub_group_scan_inclusive_add", CORE },
    { "sub_group_scan_exclusive_max", CORE },
    { "sub_group_ballot_bit_count", BALLOT },
    { "sub_group_ballot_exclusive_scan", BALLOT },
    { "sub_group_ballot_find_lsb", BALLOT },
    { "sub_group_inverse_ballot", BALLOT },
    { "sub_group_broadcast_first", BALLOT },
    { "sub_group_shuffle", SHUFFLE },
    { "sub_group_shuffle_xor", SHUFFLE },
    { "sub_group_shuffle_up", RELATIVE },
    { "sub_group_shuffle_down", RELATIVE },
    { "sub_group_rotate", ROTATE },
    { "sub_group_clustered_rotate", ROTATE },
    { "sub_group_clustered_reduce_add", CLUSTERED },
    { "sub_group_elect", VOTE },
    { "sub_group_non_uniform_any", VOTE },
    { "sub_group_non_uniform_reduce_add", ARITHMETIC },
    { "sub_group_non_uniform_scan_inclusive_add", ARITHMETIC },
    { "sub_group_reduce_max of short", TYPES },
    { "sub_group_broadcast of int2", TYPES },
};

// What the work-items from `begin` to `end` have.
typedef struct {
    cl_int sum, least, largest;
    cl_int positive, sum_of_positive, first_positive;    // the values above 0; -1: there is none
    bool any_rare, all_common;                           // above rare; above -rare
} summary;

static summary look_at(const sub_group_values *s, size_t begin, size_t end)
{
    summary a = { .least = INT32_MAX, .largest = INT32_MIN, .first_positive = -1 };
    a.all_common = true;
    for (size_t i = begin; i < end; i++) {
        const cl_int v = s->values[i];
        a.sum += v;
        if (v < a.least) a.least = v;
        if (v > a.largest) a.largest = v;
        a.any_rare = a.any_rare || v > s->rare;
        a.all_common = a.all_common && v > -s->rare;
        if (v <= 0) continue;
        if (a.positive == 0) a.first_positive = (cl_int)i;
        a.positive++;
        a.sum_of_positive += v;
    }
    return a;
}

// The work-item whose value a function brings; s->size or more: there is none.
static size_t source_of(int c, const sub_group_values *s, size_t lane)
{
    const size_t none = SIZE_MAX, cluster = lane / 4 * 4;
    switch (c) {
    case 2:
        return s->size - 1;
    case 11:
        return 0;
    case 12:
        return s->size - 1 - lane;
    case 13:
        return lane ^ 1;
    case 14:
        return lane >= 1 ? lane - 1 : none;
    case 15:
        return lane + 2;
    case 16:
        return s->size == s->most ? (lane + 1) % s->size : none;
    case 17:
        return cluster + 4 <= s->size ? cluster + (lane + 1) % 4 : none;
    default:
        return none;
    }
}

bool sub_group_ref(int c, const sub_group_values *s, size_t lane, cl_int *want)
{
    const summary all = look_at(s, 0, s->size), before = look_at(s, 0, lane);
    const summary upto = look_at(s, 0, lane + 1);
    const cl_int own = s->values[lane];
    const size_t source = source_of(c, s, lane), cluster = lane / 4 * 4;
    if (source < s->size) {
        *want = s->values[source];
        return true;
    }
    switch (c) {
    case 0:
        *want = all.all_common;
        return true;
    case 1:
        *want = all.any_rare;
        return true;
    case 3:
        *want = all.sum;
        return true;
    case 4:
        *want = all.least;
        return true;
    case 5:
        *want = upto.sum;
        return true;
    case 6:
        *want = before.largest;
        return true;
    case 7:
        *want = all.positive;
        return true;
    case 8:
        *want = before.positive;
        return true;
    case 9:
        *want = all.first_positive;
        return true;
    case 10:
        *want = own > 0;
        return true;
    case 18:
        *want = look_at(s, cluster, ocl_smaller(cluster + 4, s->size)).sum;
        return cluster + 4 <= s->size;
    case 19:
        *want = (cl_int)lane == all.first_positive;
        return true;
    case 20:
        *want = own > 0 && all.any_rare;
        return true;
    case 21:
        *want = own > 0 ? all.sum_of_positive : 0;
        return true;
    case 22:
        *want = own > 0 ? upto.sum_of_positive : 0;
        return true;
    case 23:
        *want = all.largest / 4;
        return true;
    case 24:
        *want = -s->values[0];
        return true;
    default:
        return false;
    }
}

ocl_result sub_group_verify_shape(cl_device_id device, const cl_uint *shape, size_t local,
                                  const size_t answers[2])
{
    const cl_uint *sub_group = shape, *lane = shape + local, *size = shape + 2 * local;
    const cl_uint *most = shape + 3 * local, *count = shape + 4 * local;
    cl_uint *taken = memset(ocl_alloc(local * sizeof *taken), 0, local * sizeof *taken);
    cl_uint *sizes = memset(ocl_alloc(local * sizeof *sizes), 0, local * sizeof *sizes);
    cl_uint *once = ocl_alloc(local * sizeof *once);
    cl_uint *mosts = ocl_alloc(local * sizeof *mosts), *counts = ocl_alloc(local * sizeof *counts);
    const bool full = ocl_known_fault(device, "sub-groups that are not full");
    for (size_t i = 0; i < local; i++) {
        const size_t place = (size_t)sub_group[i] * most[i] + lane[i];
        if (lane[i] < size[i] && place < local) taken[place]++;
        for (size_t other = 0; other < local; other++)
            sizes[i] += sub_group[other] == sub_group[i];
        if (full) sizes[i] = (cl_uint)answers[0];
        once[i] = 1;
        mosts[i] = (cl_uint)answers[0];
        counts[i] = (cl_uint)answers[1];
    }
    ocl_result result = ocl_verify_u32("places of work-items", taken, once, local);
    result = ocl_result_both(result, ocl_verify_u32("sizes of sub-groups", size, sizes, local));
    result = ocl_result_both(result, ocl_verify_u32("largest sub-group", most, mosts, local));
    result = ocl_result_both(result, ocl_verify_u32("sub-groups", count, counts, local));
    free(counts);
    free(mosts);
    free(once);
    free(sizes);
    free(taken);
    return result;
}
