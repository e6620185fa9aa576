// SPDX-License-Identifier: MIT
//
// bench_bitonic - the rungs of bitonic_sort beside std::sort, on the same ints.
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.
// Times are the wall clock's, with the launches and the wait.  std::sort uses one core.

// The lesson itself, of which main alone is not called.
#define main bitonic_sort_main
#include "bitonic_sort.c"
#undef main

#include "bitonic_std.h"

enum { FIRST_RUNG = 3, MAX_CONTENDERS = 1 + BITONIC_RUNGS - FIRST_RUNG };

// Rung NULL: std::sort.
typedef struct {
    const bitonic_rung *rung;
    sorter s;
    cl_program program;
    ocl_times times;
    ocl_result result;
} contender;

static void run_once(const job *j, contender *who, size_t round, uint32_t *keys)
{
    const size_t n = j->data->n, bytes = n * sizeof(cl_uint);
    memcpy(keys, j->data->keys, bytes);
    columns_poison(&j->d_y, j->env, j->data, round);
    OCL_CHECK(clFinish(j->env->queue));
    const double begin = ocl_wall_ns();
    if (who->rung) {
        cl_event events[2];
        sort(j, &who->s, (cl_uint)n, events);
        OCL_CHECK(clFinish(j->env->queue));
        OCL_CHECK(clReleaseEvent(events[0]));
        OCL_CHECK(clReleaseEvent(events[1]));
    } else {
        bitonic_std_sort((int32_t *)keys, n);
    }
    if (round > 0) ocl_times_add(&who->times, ocl_wall_ns() - begin);
    if (who->rung)
        OCL_CHECK(clEnqueueReadBuffer(j->env->queue, j->d_y.keys, CL_TRUE, 0, bytes, keys, 0, NULL,
                                      NULL));
    const char *name = who->rung ? who->rung->name : "std::sort";
    const ocl_result one = keys_verify(name, j->data, keys, NULL);
    who->result = round > 0 ? ocl_result_both(who->result, one) : one;
}

int main(int argc, char **argv)
{
    bitonic_settings settings = { .tile = 0 };
    ocl_option rows[KEYS_OPTIONS];
    keys_add_options(rows, &settings.keys);
    const ocl_option own[] = { rows[2], { .usage = NULL } };    // --pattern
    const ocl_about about = { .name = "bench_bitonic",
                              .summary = "The rungs of bitonic_sort beside std::sort.",
                              .accepts = "dnrks",
                              .size_help = "keys",
                              .extents = 1,
                              .own = own };
    const ocl_options defaults = { .n = { 1 << 20 }, .repeat = 21, .seed = 1 };
    settings.options = ocl_parse(argc, argv, &about, defaults);
    const ocl_options *opt = &settings.options;
    ocl_env env = ocl_open(opt);
    const size_t n = opt->n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes,
                       keys_host_bytes(&settings.keys, n));
    keys_data data = keys_make(&settings.keys, n, opt->seed);
    keys_sort_ref(&data);
    ocl_report *report = ocl_report_open(opt, env.device);
    keys_report(report, &settings.keys, n);

    job j = { .env = &env, .data = &data };
    j.d_y = columns_open(&env, &data);
    j.d_x = columns_input(&env, &data);
    contender all[MAX_CONTENDERS] = { { .rung = NULL } };
    for (int i = 1; i < MAX_CONTENDERS; i++) {
        all[i].rung = &BITONIC_LADDER[FIRST_RUNG + i - 1];
        const bitonic_sizes sizes = bitonic_choose_sizes(&settings, env.device, all[i].rung);
        const bitonic_macros macros = bitonic_build_options(&settings, &sizes);
        all[i].program = ocl_build(&env, "bitonic_sort.cl", "%s", macros.text);
        all[i].s = make_sorter(&j, all[i].rung, all[i].program, &sizes);
    }
    uint32_t *keys = ocl_alloc(bytes);
    for (size_t round = 0; round <= opt->repeat; round++)
        for (int i = 0; i < MAX_CONTENDERS; i++)
            run_once(&j, &all[i], round, keys);

    for (int i = 0; i < MAX_CONTENDERS; i++)
        ocl_report_row(report, &(ocl_row){ .name = i == 0 ? "std::sort" : all[i].rung->name,
                                           .times = &all[i].times,
                                           .work = (double)n,
                                           .unit = "Mkey/s",
                                           .result = all[i].result });
    ocl_table table = ocl_table_open(report, "speed", "variant, times as fast as std::sort");
    for (int i = 1; i < MAX_CONTENDERS; i++)
        ocl_table_row(&table, "%-16s %.3f", all[i].rung->name,
                      ocl_median_ns(&all[0].times) / ocl_median_ns(&all[i].times));

    free(keys);
    for (int i = 1; i < MAX_CONTENDERS; i++) {
        for (int k = BITONIC_KERNELS - 1; k >= 0; k--)
            if (all[i].s.kernels[k]) OCL_CHECK(clReleaseKernel(all[i].s.kernels[k]));
        OCL_CHECK(clReleaseProgram(all[i].program));
    }
    columns_close(&j.d_x, &data);
    columns_close(&j.d_y, &data);
    ocl_close(&env);
    keys_free(&data);
    return ocl_report_close(report);
}
