// SPDX-License-Identifier: MIT

#include "cluster.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 256, PAUSE_MS = 1 };

static int my_rank, ranks = 1;
static bool prepares = true;    // before cluster_agree
static size_t deadline_seconds;

static void finalize(void)
{
    int done;
    MPI_Finalized(&done);
    if (!done) MPI_Finalize();
}

// Gives the status with which all ranks must end, and which rank says why; OCL_EXIT_PASS: none.
static int agree(int status, int *speaker)
{
    int mine = status == OCL_EXIT_PASS ? ranks : my_rank;
    MPI_Request request;
    MPI_Iallreduce(&mine, speaker, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &request);
    for (int done = 0; !done;) {    // the others may compile for seconds: no busy waiting
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!done) ocl_pause(PAUSE_MS * 1e-3);
    }
    if (*speaker == ranks) return OCL_EXIT_PASS;
    MPI_Bcast(&status, 1, MPI_INT, *speaker, MPI_COMM_WORLD);
    return status;
}

// What ocl_exit calls.
static void leave(int status, const char *complaint)
{
    ocl_set_exit(NULL);    // what fails from here on ends this rank alone
    if (ranks == 1) return;
    if (prepares) {
        int speaker;
        status = agree(status, &speaker);
        if (speaker == my_rank) ocl_warn("rank %d: %s", my_rank, complaint);
        exit(status);
    }
    ocl_warn("rank %d: %s", my_rank, complaint);
    MPI_Abort(MPI_COMM_WORLD, status);
}

void cluster_require_success(int status, const char *call)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;
    if (status == MPI_SUCCESS) return;
    MPI_Error_string(status, text, &length);
    ocl_exit(OCL_EXIT_CALL, "%s: %s", call, text);
}

cluster cluster_start(int *argc, char ***argv)
{
    cluster c;
    int given;
    MPI_Comm machine;
    MPI_Initialized(&given);
    if (!given) MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);    // CLUSTER_CHECK looks at them
    MPI_Comm_rank(MPI_COMM_WORLD, &c.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c.size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &c.local);
    MPI_Comm_free(&machine);
    const int is_first = c.local == 0;
    MPI_Allreduce(&is_first, &c.hosts, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    my_rank = c.rank;
    ranks = c.size;
    atexit(finalize);
    ocl_set_exit(leave);
    if (c.rank > 0 && !freopen("/dev/null", "w", stdout)) fclose(stdout);
    return c;
}

static void watch(void)
{
    ocl_pause((double)deadline_seconds + 0.25 * my_rank);    // one of them says it
    ocl_warn("rank %d: no end after %zu s (--deadline): is another rank gone?", my_rank,
             deadline_seconds);
    _Exit(OCL_EXIT_CALL);    // mpiexec ends the others
}

void cluster_set_deadline(size_t seconds)
{
    deadline_seconds = seconds;
    if (ranks > 1 && !ocl_start_thread(watch)) ocl_exit(OCL_EXIT_CALL, "no thread can be started");
}

// How many devices SPEC:1, SPEC:2, ... there are.
static size_t matches(const cl_device_id *devices, cl_uint count, const char *spec)
{
    char text[NAME_BYTES];
    size_t found = 0;
    do {
        found++;
        snprintf(text, sizeof text, "%s:%zu", spec, found);
    } while (found <= count && ocl_match_device(devices, count, text) >= 0);
    return found - 1;
}

ocl_env cluster_open(const cluster *c, ocl_options *options)
{
    static char text[NAME_BYTES];    // options->device stays
    const char *spec = options->device ? options->device : "gpu";
    const bool is_number = spec[strspn(spec, "0123456789")] == '\0';
    if (c->size > 1 && !is_number) {
        cl_device_id *devices;
        const cl_uint count = ocl_all_devices(&devices);
        const size_t found = matches(devices, count, spec);
        free(devices);
        if (found > 0) {
            snprintf(text, sizeof text, "%s:%zu", spec, (size_t)c->local % found + 1);
            options->device = text;
        }
    }
    if (c->rank > 0) options->about.accepts = "d";    // rank 0 measures limits, if nobody has yet
    return ocl_open(options);
}

void cluster_grow_default(ocl_options *options, double times)
{
    const int extents = options->about.extents;
    int doubled = 0;
    for (; times >= pow(2.0, extents); times /= pow(2.0, extents))
        doubled++;
    cluster_agree();
    CLUSTER_CHECK(MPI_Bcast(&doubled, 1, MPI_INT, 0, MPI_COMM_WORLD));
    cluster_prepare();
    for (int i = 0; i < extents && !options->size_given; i++)
        for (int k = 0; k < doubled; k++)
            options->n[i] = 2 * options->n[i] + 1;
}

void cluster_prepare(void)
{
    prepares = true;
}

void cluster_agree(void)
{
    int speaker;
    const int status = agree(OCL_EXIT_PASS, &speaker);
    if (speaker < ranks) exit(status);
    prepares = false;
}

void cluster_require_same(const cluster *c, uint64_t number, const char *what)
{
    int other = 0;
    uint64_t *all = ocl_alloc((size_t)c->size * sizeof *all);
    CLUSTER_CHECK(MPI_Allgather(&number, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, MPI_COMM_WORLD));
    while (other < c->size && all[other] == all[0])
        other++;
    free(all);
    cluster_prepare();
    if (other < c->size)
        ocl_exit(OCL_EXIT_USAGE, "%s: rank %d has another one than rank 0", what, other);
    cluster_agree();
}

ocl_result cluster_result(const cluster *c, ocl_result mine)
{
    ocl_result *all = ocl_alloc((size_t)c->size * sizeof *all);
    CLUSTER_CHECK(
        MPI_Gather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, 0, MPI_COMM_WORLD));
    for (int k = 1; c->rank == 0 && k < c->size; k++)
        mine = ocl_result_both(mine, all[k]);
    free(all);
    return mine;
}

void cluster_wait(MPI_Comm comm)
{
    MPI_Request request;
    CLUSTER_CHECK(MPI_Ibarrier(comm, &request));
    for (int done = 0; !done;) {
        CLUSTER_CHECK(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
        if (!done) ocl_pause(PAUSE_MS * 1e-3);
    }
}

void cluster_travel(double begin_ns, size_t network_us)
{
    const double left_ns = begin_ns + 1e3 * (double)network_us - ocl_wall_ns();
    if (left_ns > 0.0) ocl_pause(left_ns * 1e-9);
}

void cluster_report(const cluster *c, const ocl_env *env, ocl_report *report)
{
    char mine[2][NAME_BYTES] = { "", "" };
    int length;
    MPI_Get_processor_name(mine[0], &length);
    char *name = ocl_device_text(env->device, CL_DEVICE_NAME);
    snprintf(mine[1], NAME_BYTES, "%s", name);
    free(name);
    char(*all)[2][NAME_BYTES] = ocl_alloc((size_t)c->size * sizeof *all);
    CLUSTER_CHECK(
        MPI_Gather(mine, sizeof mine, MPI_CHAR, all, sizeof mine, MPI_CHAR, 0, MPI_COMM_WORLD));
    if (report) {
        ocl_table table = ocl_table_open(report, "ranks", "rank, device, machine");
        for (int k = 0; k < c->size; k++)
            ocl_table_row(&table, "%4d  %-40s  %s", k, all[k][1], all[k][0]);
    }
    free(all);
}

size_t cluster_first(size_t n, size_t p, size_t k)
{
    return n / p * k + (n % p < k ? n % p : k);
}

int cluster_close(int status)
{
    CLUSTER_CHECK(MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD));
    ocl_set_exit(NULL);
    finalize();
    return status;
}
