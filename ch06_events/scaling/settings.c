// SPDX-License-Identifier: MIT

#include "settings.h"

static const double OPERATIONS = 3.0;    // of a round: shift, exclusive or, product

ocl_options scaling_parse(int argc, char **argv, size_t *rounds)
{
    *rounds = 32;
    const ocl_option own[] = {
        { .usage = "--rounds N: mixing rounds per element", .count = rounds },
        { 0 },
    };
    const ocl_about about = { .name = "scaling",
                              .summary = "The same work on 1, 2, 4, ... compute units.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "elements for one unit",
                              .extents = 1,
                              .variants = UNIT_NAMES,
                              .own = own };
    const ocl_options defaults = { .n = { 262147 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (*rounds > UINT32_MAX) ocl_exit(OCL_EXIT_USAGE, "--rounds: at most 4294967295");
    return opt;
}

static size_t largest(const scaling_problem *p)
{
    size_t most = 1;
    for (unit_way how = UNIT_SUB_DEVICES; how < WAYS; how++)
        if (p->most[how] > most) most = p->most[how];
    return most;
}

scaling_problem scaling_problem_new(const ocl_env *env, size_t rounds)
{
    const ocl_options *opt = env->options;
    scaling_problem p = { .n = opt->n[0],
                          .rounds = (cl_uint)rounds,
                          .devices = device_set_find(env, 0) };
    for (unit_way how = UNIT_SUB_DEVICES; how < WAYS; how++) {
        if (!ocl_wants(opt, UNIT_NAMES[how])) continue;
        p.most[how] = unit_most(env->device, &p.devices, how);
        if (p.most[how] == 0 && opt->variant && strcmp(opt->variant, UNIT_NAMES[how]) == 0)
            ocl_exit(OCL_EXIT_SKIP, "%s: %s", UNIT_NAMES[how], unit_missing(how));
    }
    const double bytes = sizeof(cl_uint) * (double)p.n, all = (double)largest(&p) * bytes;
    ocl_require_memory(env->device, all, all + bytes, 2.0 * all + bytes);
    const size_t total = p.n * largest(&p);
    p.table = ocl_alloc(sizeof(cl_uint) * p.n);
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

// Elements n apart begin with the same number and differ by their index only.  So the rounds are
// computed once.
void scaling_ref(const scaling_problem *p)
{
    for (size_t i = 0; i < p->n; i++) {
        uint32_t y = p->table[i];
        for (size_t k = 0; k < p->rounds; k++)
            y = (y ^ (y >> 15)) * 2654435761u;
        p->ref[i] = y + (uint32_t)i;
    }
    for (size_t i = p->n; i < p->n * largest(p); i++)
        p->ref[i] = p->ref[i % p->n] + (uint32_t)(i - i % p->n);
}

ocl_report *scaling_report_open(const ocl_env *env, const scaling_problem *p)
{
    ocl_report *report = ocl_report_open(env->options, env->device);
    ocl_report_count(report, "n", p->n);
    ocl_report_count(report, "rounds", p->rounds);
    return report;
}

ocl_pass scaling_pass(size_t n, size_t rounds)
{
    return (ocl_pass){ .operations = OPERATIONS * (double)rounds * (double)n };
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
