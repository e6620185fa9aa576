// SPDX-License-Identifier: MIT

#include "plan.h"

enum { SHARES_PER_UNIT = 1 };

// A bucket of so many keys and its copy stay in a cache of 512 KiB: it is not worth three launches.
enum { LEAST_LIMIT = 1 << 16 };

enum { NETWORK_LANES = 16 };

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
