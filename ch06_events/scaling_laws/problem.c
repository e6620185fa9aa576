// SPDX-License-Identifier: MIT

#include "problem.h"

static const double OPERATIONS = 3.0;    // of a round: shift, exclusive or, product
enum { ROUNDS = 32 };

// Of -V devices on fast ones: a short table, because one thread makes it, and many rounds; as many
// elements as a device mixes in so many seconds at its rate, with one FMA per operation.
enum { DEVICE_NUMBERS = 16411, DEVICE_ROUNDS = 4096 };
static const double DEVICE_SECONDS = 2.5e-3;

static size_t largest(const scaling_problem *p)
{
    size_t most = 1;
    for (unit_way how = UNIT_SUB_DEVICES; how < WAYS; how++)
        if (p->most[how] > most) most = p->most[how];
    return most;
}

// Whether a problem of the default size is too small for a device as a unit.
static bool devices_want_more(const scaling_problem *p, const ocl_env *env, size_t rounds,
                              size_t *elements)
{
    const double operations = 1e9 * env->limits.fma_gflops * DEVICE_SECONDS;
    *elements = (size_t)(operations / OPERATIONS / DEVICE_ROUNDS);
    return !env->options->size_given && rounds == 0 && p->most[UNIT_DEVICES] > 0 &&
           *elements > p->n;
}

scaling_problem scaling_problem_new(const ocl_env *env, size_t rounds)
{
    const ocl_options *opt = env->options;
    scaling_problem p = { .n = opt->n[0],
                          .numbers = opt->n[0],
                          .rounds = rounds ? (cl_uint)rounds : ROUNDS,
                          .devices = device_set_find(env, 0) };
    for (unit_way how = UNIT_SUB_DEVICES; how < WAYS; how++) {
        if (!ocl_wants(opt, UNIT_NAMES[how])) continue;
        p.most[how] = unit_most(env->device, &p.devices, how);
        if (p.most[how] == 0 && opt->variant && strcmp(opt->variant, UNIT_NAMES[how]) == 0)
            ocl_exit(OCL_EXIT_SKIP, "%s: %s", UNIT_NAMES[how], unit_missing(how));
    }
    size_t elements;
    if (devices_want_more(&p, env, rounds, &elements)) {
        if (opt->variant && strcmp(opt->variant, UNIT_NAMES[UNIT_DEVICES]) == 0) {
            p.n = elements;
            p.numbers = DEVICE_NUMBERS;
            p.rounds = DEVICE_ROUNDS;
        } else {
            p.devices_alone = true;
            p.most[UNIT_DEVICES] = 0;
        }
    }
    const double bytes = sizeof(cl_uint) * (double)p.n, all = (double)largest(&p) * bytes;
    ocl_require_memory(env->device, all, all + bytes, 2.0 * all + bytes);
    const size_t total = p.n * largest(&p);
    p.table = ocl_alloc(sizeof(cl_uint) * p.numbers);
    p.out = ocl_alloc(sizeof(cl_uint) * total);
    p.ref = ocl_alloc(sizeof(cl_uint) * total);
    return p;
}

void scaling_problem_free(scaling_problem *p)
{
    free(p->ref);
    free(p->out);
    free(p->table);
    device_set_close(&p->devices);
}

// Elements `numbers` apart begin with the same number and differ by their index only.  So the
// rounds are computed once.
void scaling_ref(const scaling_problem *p)
{
    for (size_t i = 0; i < p->numbers; i++) {
        uint32_t y = p->table[i];
        for (size_t k = 0; k < p->rounds; k++)
            y = (y ^ (y >> 15)) * 2654435761u;
        p->ref[i] = y + (uint32_t)i;
    }
    for (size_t i = p->numbers; i < p->n * largest(p); i++)
        p->ref[i] = p->ref[i % p->numbers] + (uint32_t)(i - i % p->numbers);
}

ocl_report *scaling_report_open(const ocl_env *env, const scaling_problem *p)
{
    ocl_report *report = ocl_report_open(env->options, env->device);
    ocl_report_count(report, "n", p->n);
    ocl_report_count(report, "rounds", p->rounds);
    if (p->devices_alone)
        ocl_report_note(report, "devices: a larger problem suits them; -V devices has it");
    return report;
}

ocl_pass scaling_pass(size_t n, size_t rounds)
{
    return (ocl_pass){ .operations = OPERATIONS * (double)(rounds ? rounds : ROUNDS) * (double)n };
}

void scaling_load_name(char *name, size_t bytes, const scaling_problem *p, const scaling_load *load)
{
    snprintf(name, bytes, "%s %zu%s", UNIT_NAMES[load->how], load->units,
             load->total > p->n ? ", larger" : "");
}

ocl_work scaling_work(const scaling_problem *p, const scaling_load *load)
{
    return (ocl_work){ .amount = OPERATIONS * (double)p->rounds * (double)load->total,
                       .unit = "Gop/s" };
}

const char *const UNIT_NAMES[] = { "sub_devices", "devices", "work_groups", NULL };

size_t unit_most(cl_device_id device, const device_set *devices, unit_way how)
{
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    switch (how) {
    case UNIT_SUB_DEVICES:
        return units > 1 && can_partition(device, CL_DEVICE_PARTITION_BY_COUNTS) ? units : 0;
    case UNIT_DEVICES:
        return devices->count > 1 ? devices->count : 0;
    default:
        return units;
    }
}

const char *unit_missing(unit_way how)
{
    return how == UNIT_DEVICES ? "there is only one device of this type"
                               : "the device cannot be partitioned by counts";
}
