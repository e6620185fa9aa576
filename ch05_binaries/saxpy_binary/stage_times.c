// SPDX-License-Identifier: MIT

#include "stage_times.h"
#include "ocl.h"
#include <time.h>

const char *const STAGE_NAMES[STAGES] = { "cold", "again", "binary" };

void report_stages(ocl_report *report, const char *source, const stage_times *times)
{
    for (int stage = 0; stage < STAGES; stage++) {
        if (stage == BINARY && times->binary_bytes == 0) {
            ocl_report_note(report, "%s: the driver gives no binary", source);
            continue;
        }
        char name[64];
        snprintf(name, sizeof name, "%s, %s", source, STAGE_NAMES[stage]);
        ocl_report_row(report, &(ocl_row){ .name = name,
                                           .times = &times->build[stage],
                                           .work = (double)times->source_bytes,
                                           .unit = "MB/s",
                                           .result = times->result[stage] });
    }
}

static void report_medians(ocl_table *table, const char *source, const char *until,
                           const stage_times *times, const ocl_times medians[STAGES])
{
    const double cold = ocl_median_ns(&medians[COLD]) / 1e6;
    const double again = ocl_median_ns(&medians[AGAIN]) / 1e6;
    const double binary = ocl_median_ns(&medians[BINARY]) / 1e6;
    if (binary <= 0.0) return;
    ocl_table_row(table, "%-6s %12zu %12zu  %-16s %8.2f %8.2f %9.3f %11.1f %12.1f", source,
                  times->source_bytes, times->binary_bytes, until, cold, again, binary,
                  cold / binary, again / binary);
}

void report_ratios(ocl_report *report, const char *const *sources, const stage_times *times,
                   size_t count)
{
    ocl_table table = ocl_table_open(report, "ratios",
                                     "source, source bytes, binary bytes, median ms until, cold, "
                                     "again, binary, cold/binary, again/binary");
    for (size_t i = 0; i < count; i++) {
        if (times[i].source_bytes == 0) continue;
        report_medians(&table, sources[i], "it is built", &times[i], times[i].build);
        report_medians(&table, sources[i], "a kernel has run", &times[i], times[i].first);
    }
}

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
