// SPDX-License-Identifier: MIT

#include "radix_sort_msd/settings.h"

// Each work-item adds up the counts of all: with more of them that takes longer than the sort.
enum { MAX_SHARES = 1 << 10, SHARES_PER_UNIT = 1 };

// A bucket of so many keys and its copy stay in a cache of 512 KiB: it is not worth three launches.
enum { LEAST_LIMIT = 1 << 16 };

static const char *const VARIANTS[] = { "long_items", NULL };
static const char *const METHODS[] = { "auto", "digits", "network", NULL };    // msd_method

enum { NETWORK_LANES = 16 };

msd_settings msd_parse(int argc, char **argv)
{
    msd_settings s = { .limit = 0 };
    const ocl_option own[MAX_SORT_OPTIONS + 1] = {
        { .usage = "-b, --bucket N: keys of a bucket that is not divided again",
          .count = &s.limit },
        { .usage = "-w, --shares N: work-items of each kernel", .count = &s.shares },
        { .usage = "-m, --method NAME: how small buckets of keys alone are sorted",
          .choice = &s.method,
          .choices = METHODS },
    };
    const sort_program program = { .name = "radix_sort_msd",
                                   .summary = "The fast radix sort: buckets first.",
                                   .variants = VARIANTS,
                                   .own = own,
                                   .repeat = 10 };
    s.options = sort_parse(argc, argv, &program, &s.keys);
    keys_require_places(&s.options);
    if (s.shares > MAX_SHARES)
        ocl_exit(OCL_EXIT_USAGE, "--shares %zu: give at most %d", s.shares, MAX_SHARES);
    return s;
}

size_t msd_shares(const msd_settings *settings, cl_device_id device)
{
    if (settings->shares > 0) return settings->shares;
    return SHARES_PER_UNIT * (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
}

size_t msd_room_bytes(const msd_settings *settings, cl_device_id device)
{
    const size_t parts = settings->keys.pairs ? 4 : 2;
    return msd_shares(settings, device) * parts * MSD_ROOM_KEYS * sizeof(cl_uint);
}

cl_uint msd_limit(const msd_settings *settings, cl_device_id device)
{
    if (settings->limit > 0) return (cl_uint)ocl_smaller(settings->limit, KEYS_MAX);
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t fair = settings->options.n[0] / units;
    return (cl_uint)(fair > LEAST_LIMIT ? fair : LEAST_LIMIT);
}

bool msd_network(const msd_settings *settings, cl_device_id device)
{
    if (settings->keys.pairs) return false;
    if (settings->method != MSD_AUTO) return settings->method == MSD_NETWORK;
    return ocl_device_number(device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT) >= NETWORK_LANES;
}
