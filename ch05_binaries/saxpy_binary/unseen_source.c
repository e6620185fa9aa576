// SPDX-License-Identifier: MIT

#include "unseen_source.h"

#include "ocl.h"

#include <time.h>

// A number that no earlier run had.  A seed would not do: a driver's cache outlives the program.
static uint64_t nonce_of_now(void)
{
    return ocl_random((uint64_t)time(NULL), (uint64_t)ocl_wall_ns());
}

char *unseen_source(const char *base, size_t bytes)
{
    const uint64_t nonce = nonce_of_now();
    enum { KERNEL_BYTES = 512 };
    size_t length = strlen(base), room = (length > bytes ? length : bytes) + KERNEL_BYTES;
    char *source = ocl_alloc(room);
    memcpy(source, base, length + 1);
    for (unsigned k = 0; k == 0 || length < bytes; k++) {
        float c[4];
        ocl_fill_f32(c, 4, 1.0f, 2.0f, nonce + k);
        length += (size_t)snprintf(
            source + length, room - length,
            "\nkernel void generated_%u(global float *restrict x, ulong n)\n{\n"
            "    size_t i = get_global_id(0);\n    if (i >= n) return;\n    float t = x[i];\n"
            "    for (ulong k = 0; k < n %% 16; k++)\n"
            "        t = %.8ff + t * (%.8ff + t * (%.8ff + t * sqrt(fabs(t) + %.8ff)));\n"
            "    x[i] = t;\n}\n",
            k, (double)c[0], (double)c[1], (double)c[2], (double)c[3]);
    }
    return source;
}
