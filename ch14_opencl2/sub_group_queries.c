// SPDX-License-Identifier: MIT
//
// sub_group_queries - how a work-group will be cut into sub-groups, asked before the launch.
//
// Shows   the host's five questions about a kernel, before it is launched: how many sub-groups, and
//         how large, for a size of the work-group; which size for a number of sub-groups; and
//         that the work-items see what was answered
// Uses    clGetKernelSubGroupInfo with each query of OpenCL 2.1, clSetKernelArg,
//         clEnqueueNDRangeKernel; get_num_sub_groups, get_max_sub_group_size
// Try     sub_group_queries -d 1

#include "ocl.h"

#include "shared/features.h"

enum { PLACE, LANE, COUNT, MOST, ENQUEUED, TOLD };    // what each work-item tells

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    cl_kernel kernel;
    size_t limit;     // work-items per work-group
    cl_mem d_told;    // TOLD numbers per work-item
} lesson;

static void require_sub_groups(cl_device_id device)
{
    cl_uint most = 0;
    if (ocl_device_version(device) >= 21)
        OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most, NULL));
    if (most == 0)
        ocl_exit(OCL_EXIT_SKIP, "this device has no sub-groups: CL_DEVICE_MAX_NUM_SUB_GROUPS is 0");
    require_c_feature(device, "__opencl_c_subgroups");
}

// A query without input: about the kernel alone.
static size_t ask(const lesson *l, cl_kernel_sub_group_info query)
{
    size_t answer;
    OCL_CHECK(clGetKernelSubGroupInfo(l->kernel, l->env->device, query, 0, NULL, sizeof answer,
                                      &answer, NULL));
    return answer;
}

// A query about one number, a size of a work-group or a number of sub-groups.
static size_t ask_about(const lesson *l, cl_kernel_sub_group_info query, size_t input)
{
    size_t answer;
    OCL_CHECK(clGetKernelSubGroupInfo(l->kernel, l->env->device, query, sizeof input, &input,
                                      sizeof answer, &answer, NULL));
    return answer;
}

// What the work-items of one work-group told: there are `count` sub-groups, none has more than
// `most` work-items, and each place is taken once.
static ocl_result verify(const lesson *l, size_t local, size_t most, size_t count)
{
    const size_t bytes = TOLD * local * sizeof(cl_uint);
    cl_uint *told = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_told, CL_TRUE, 0, bytes, told, 0, NULL, NULL));
    cl_uint *taken = memset(ocl_alloc(local * sizeof *taken), 0, local * sizeof *taken);
    for (size_t i = 0; i < local; i++) {
        const cl_uint *own = told + TOLD * i;
        const size_t place = (size_t)own[PLACE] * most + own[LANE];
        if (own[LANE] < most && place < local) taken[place]++;
        ref[TOLD * i + PLACE] = own[PLACE];
        ref[TOLD * i + LANE] = own[LANE];
        ref[TOLD * i + COUNT] = (cl_uint)count;
        ref[TOLD * i + MOST] = (cl_uint)most;
        ref[TOLD * i + ENQUEUED] = (cl_uint)count;
    }
    ocl_result result = ocl_verify_u32("what work-items tell", told, ref, TOLD * local);
    long long missing = 0;
    for (size_t i = 0; i < local; i++)
        missing += taken[i] != 1;
    result = ocl_result_both(result, ocl_verify_equal("places not taken once", missing, 0));
    free(taken);
    free(ref);
    free(told);
    return result;
}

static ocl_result launch(const lesson *l, size_t local, size_t most, size_t count)
{
    ocl_poison_run(l->env->queue, l->d_told, TOLD * l->limit * sizeof(cl_uint), 0);
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof l->d_told, &l->d_told));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, l->kernel, 1, NULL, &local, &local, 0, NULL, NULL));
    return verify(l, local, most, count);
}

// Sizes of work-groups, also such that no sub-group divides: how many sub-groups?
static void show_sizes(const lesson *l)
{
    static const size_t SIZES[] = { 1, 7, 16, 64, 100, 256 };
    ocl_result result = { .pass = true };
    ocl_table table = ocl_table_open(l->report, "sizes", "work-group, largest, sub-groups");
    for (size_t k = 0; k < sizeof SIZES / sizeof *SIZES; k++) {
        const size_t local = SIZES[k];
        if (local > l->limit) continue;
        const size_t most = ask_about(l, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local);
        const size_t count = ask_about(l, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local);
        ocl_table_row(&table, "%10zu %8zu %10zu", local, most, count);
        result = ocl_result_both(result, launch(l, local, most, count));
    }
    ocl_report_result(l->report, "sizes", result);
}

// Numbers of sub-groups: how large is such a work-group?  One sub-group more than there can be has
// no size.
static void show_counts(const lesson *l)
{
    size_t limit = ask(l, CL_KERNEL_MAX_NUM_SUB_GROUPS);
    ocl_report_fact(l->report, "sub-groups at most", "%zu", limit);
    ocl_report_fact(l->report, "sub-groups required", "%zu",
                    ask(l, CL_KERNEL_COMPILE_NUM_SUB_GROUPS));
    if (limit == 0 && ocl_known_fault(l->env->device, "CL_KERNEL_MAX_NUM_SUB_GROUPS")) limit = 1;
    const size_t counts[] = { 1, 2, 3, 5, 8, limit, limit + 1 };
    const size_t rows = sizeof counts / sizeof *counts;
    ocl_result result = ocl_verify_equal("sub-groups at most is not 0", limit > 0, 1);
    ocl_table table = ocl_table_open(l->report, "counts", "sub-groups, work-group, largest, again");
    for (size_t k = 0; k < rows; k++) {
        if (k + 2 < rows && counts[k] >= limit) continue;
        const size_t local = ask_about(l, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, counts[k]);
        result = ocl_result_both(
            result, ocl_verify_equal("there is such a work-group", local > 0, counts[k] <= limit));
        if (local == 0 || local > l->limit) {
            ocl_table_row(&table, "%10zu %10zu        -          -", counts[k], local);
            continue;
        }
        const size_t most = ask_about(l, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local);
        const size_t again = ask_about(l, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local);
        ocl_table_row(&table, "%10zu %10zu %8zu %10zu", counts[k], local, most, again);
        result = ocl_result_both(
            result, ocl_verify_equal("there and back", (long long)again, (long long)counts[k]));
        result = ocl_result_both(result, launch(l, local, most, counts[k]));
    }
    ocl_report_result(l->report, "counts", result);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "sub_group_queries",
                              .summary = "How a work-group will be cut into sub-groups.",
                              .accepts = "dk" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .json = false });
    ocl_env env = ocl_open(&opt);
    require_sub_groups(env.device);

    lesson l = { .env = &env, .report = ocl_report_open(&opt, env.device) };
    l.program = ocl_build(&env, "sub_group_queries.cl", "%s", ocl_newest_c(env.device));
    cl_int err;
    l.kernel = OCL_CREATE(clCreateKernel(l.program, "sub_group_queries_tell", &err));
    l.limit = ocl_smaller(ocl_kernel_limit(l.kernel, env.device), ocl_local_limit(env.device, 0));
    ocl_report_count(l.report, "work-group at most", l.limit);
    l.d_told = ocl_buffer(&env, CL_MEM_WRITE_ONLY, TOLD * l.limit * sizeof(cl_uint), NULL);
    show_sizes(&l);
    show_counts(&l);

    OCL_CHECK(clReleaseMemObject(l.d_told));
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
