// SPDX-License-Identifier: MIT
//
// vulkan_buffer - a kernel of OpenCL and a shader of Vulkan take turns on the same numbers.
//
// Shows   four ways to hand a buffer over: with copies; in host memory that both use; in device
//         memory that Vulkan exports; the same with semaphores, so that the host need not wait
// Uses    clCreateBufferWithProperties with CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
//         clEnqueueAcquireExternalMemObjectsKHR, clEnqueueReleaseExternalMemObjectsKHR;
//         clEnqueueWaitSemaphoresKHR, clEnqueueSignalSemaphoresKHR; clEnqueueMapBuffer,
//         clEnqueueUnmapMemObject with CL_MEM_USE_HOST_PTR
// Try     vulkan_buffer -V copies; vulkan_buffer -n 1000 --rounds 1000

#include "ocl.h"

#include "vulkan/compute.h"
#include "vulkan/vk.h"
#include "vulkan_buffer_comp.h"    // kernels/vulkan_buffer.comp, compiled

enum { SHADER_GROUP = 128 };    // local_size_x of vulkan_buffer.comp

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    external_api api;
    cl_kernel kernel;
    size_t global, local;
    vulkan_device v;
    vulkan_shader shader;
    size_t n, bytes, rounds;
    cl_uint *x, *ref;
    ocl_times times[WAYS];    // of all turns of a run
} lesson;

// The numbers, as OpenCL has them and as Vulkan has them.
typedef struct {
    cl_mem d_x;
    vulkan_buffer vulkan;
    VkCommandBuffer turn;            // of Vulkan
    shared_semaphores semaphores;    // only for SEMAPHORES
} numbers;

// --- the two turns in plain C

// The kernel's turn: x[i] becomes 3 * x[i] + i.
static void opencl_turn_ref(cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = 3 * x[i] + (cl_uint)i;
}

// The shader's turn: the numbers in the reverse order.
static void vulkan_turn_ref(cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        const cl_uint first = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = first;
    }
}

static void vulkan_buffer_ref(lesson *l)
{
    memcpy(l->ref, l->x, l->bytes);
    for (size_t k = 0; k < l->rounds; k++) {
        opencl_turn_ref(l->ref, l->n);
        vulkan_turn_ref(l->ref, l->n);
    }
}

// --- OpenCL has imported memory between these two

static void acquire(const lesson *l, const numbers *x)
{
    OCL_CHECK(
        l->api.clEnqueueAcquireExternalMemObjectsKHR(l->env->queue, 1, &x->d_x, 0, NULL, NULL));
}

static void release(const lesson *l, const numbers *x)
{
    OCL_CHECK(
        l->api.clEnqueueReleaseExternalMemObjectsKHR(l->env->queue, 1, &x->d_x, 0, NULL, NULL));
}

// --- one memory, two buffers

static void create_copies(const lesson *l, numbers *x)
{
    cl_int err;
    x->vulkan = vulkan_buffer_for_host(&l->v, l->bytes);
    x->d_x = OCL_CREATE(clCreateBuffer(l->env->context, CL_MEM_READ_WRITE, l->bytes, NULL, &err));
}

static void create_host_memory(const lesson *l, numbers *x)
{
    cl_int err;
    x->vulkan = vulkan_buffer_of_host(&l->v, l->bytes);
    x->d_x = OCL_CREATE(clCreateBuffer(l->env->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                       l->bytes, x->vulkan.host, &err));
}

static void create_opaque_fd(const lesson *l, numbers *x)
{
    x->vulkan = vulkan_buffer_to_export(&l->v, l->bytes);
    const int fd = vulkan_export(&l->v, x->vulkan.memory);
    const cl_mem_properties list[] = { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                       (cl_mem_properties)fd, 0 };
    cl_int err;
    x->d_x = OCL_CREATE(clCreateBufferWithProperties(l->env->context, list, CL_MEM_READ_WRITE,
                                                     x->vulkan.bytes, NULL, &err));
    acquire(l, x);
}

static void create_semaphores(const lesson *l, numbers *x)
{
    create_opaque_fd(l, x);
    x->semaphores = open_semaphores(l->env, &l->api, &l->v);
}

// --- OpenCL's turn

static void opencl_turn(const lesson *l)
{
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->kernel, 1, NULL, &l->global, &l->local, 0,
                                     NULL, NULL));
}

// --- Vulkan's turn, with the handing over before it and after it

static void turn_with_copies(const lesson *l, const numbers *x)
{
    const cl_command_queue queue = l->env->queue;
    void *host = x->vulkan.host;
    OCL_CHECK(clEnqueueReadBuffer(queue, x->d_x, CL_TRUE, 0, l->bytes, host, 0, NULL, NULL));
    vulkan_run(&l->v, x->turn);
    OCL_CHECK(clEnqueueWriteBuffer(queue, x->d_x, CL_TRUE, 0, l->bytes, host, 0, NULL, NULL));
}

// The memory is up to date only while it is mapped.
static void turn_in_host_memory(const lesson *l, const numbers *x)
{
    const cl_command_queue queue = l->env->queue;
    cl_int err;
    OCL_CREATE(clEnqueueMapBuffer(queue, x->d_x, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, l->bytes,
                                  0, NULL, NULL, &err));
    vulkan_run(&l->v, x->turn);
    OCL_CHECK(clEnqueueUnmapMemObject(queue, x->d_x, x->vulkan.host, 0, NULL, NULL));
}

// The host waits for each of the two.
static void turn_shared(const lesson *l, const numbers *x)
{
    release(l, x);
    OCL_CHECK(clFinish(l->env->queue));
    vulkan_run(&l->v, x->turn);
    acquire(l, x);
}

// The host only enqueues.
static void turn_signalled(const lesson *l, const numbers *x)
{
    const cl_command_queue queue = l->env->queue;
    const shared_semaphores *s = &x->semaphores;
    release(l, x);
    OCL_CHECK(l->api.clEnqueueSignalSemaphoresKHR(queue, 1, &s->cl_to_vulkan, NULL, 0, NULL, NULL));
    OCL_CHECK(clFlush(queue));    // Vulkan may wait only for what is on its way
    vulkan_submit(&l->v, x->turn, s->to_vulkan, s->to_opencl);
    OCL_CHECK(l->api.clEnqueueWaitSemaphoresKHR(queue, 1, &s->cl_to_opencl, NULL, 0, NULL, NULL));
    acquire(l, x);
}

typedef void create_function(const lesson *l, numbers *x);
typedef void turn_function(const lesson *l, const numbers *x);

static void run_way(lesson *l, int way, create_function *create, turn_function *vulkan_turn)
{
    const cl_command_queue queue = l->env->queue;
    const bool is_shared = way == OPAQUE_FD || way == SEMAPHORES;
    numbers x = { 0 };
    if (!way_runs(l->env, l->report, way, way_lacks(l->env, &l->v, way))) return;
    create(l, &x);
    const vulkan_launch launch = { .buffer = x.vulkan.buffer,
                                   .is_foreign = is_shared,
                                   .n = (cl_uint)l->n,
                                   .groups = ocl_divide_up(l->n, 2 * SHADER_GROUP) };
    x.turn = vulkan_record(&l->v, &l->shader, &launch);
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof x.d_x, &x.d_x));

    // Without a look in between: only the handing over keeps the order.
    // d_x begins with the numbers, so what is poisoned is the other memory.
    ocl_trial t = ocl_trial_open(l->env, WAY_NAMES[way], x.d_x, l->bytes);
    if (way == COPIES) ocl_trial_also_host(&t, x.vulkan.host, l->bytes);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(clEnqueueWriteBuffer(queue, x.d_x, CL_TRUE, 0, l->bytes, l->x, 0, NULL, NULL));
        const double start = ocl_wall_ns();
        for (size_t k = 0; k < l->rounds; k++) {
            opencl_turn(l);
            vulkan_turn(l, &x);
        }
        OCL_CHECK(clFinish(queue));
        t.host_ns = ocl_wall_ns() - start;
    }
    const ocl_result result = ocl_verify_buffer(l->env, WAY_NAMES[way], x.d_x, l->ref, l->bytes);
    l->times[way] = t.times;
    ocl_trial_report(&t, l->report,
                     &(ocl_work){ .amount = 2.0 * (double)l->rounds, .unit = "turn/s" }, result);

    if (is_shared) release(l, &x);    // what was acquired is released before it goes
    OCL_CHECK(clFinish(queue));
    if (way == SEMAPHORES) close_semaphores(&l->api, &l->v, &x.semaphores);
    OCL_CHECK(clReleaseMemObject(x.d_x));
    vulkan_release_buffer(&l->v, &x.vulkan);
}

int main(int argc, char **argv)
{
    size_t rounds = 10;
    const ocl_option own[] = { { "--rounds N: turns of each of the two", .count = &rounds },
                               { 0 } };
    const ocl_about about = { .name = "vulkan_buffer",
                              .summary = "OpenCL and Vulkan take turns on the same numbers.",
                              .accepts = "dnrVks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .variants = WAY_NAMES,
                              .own = own };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, bytes, 5 * bytes);
    lesson l = { .env = &env, .n = opt.n[0], .rounds = rounds };
    l.bytes = l.n * sizeof *l.x;
    l.api = load_external(&env);
    l.v = vulkan_open_device(env.device, VK_QUEUE_COMPUTE_BIT, false);
    const size_t most =
        (size_t)2 * SHADER_GROUP * l.v.properties.limits.maxComputeWorkGroupCount[0];
    if (l.n > most) ocl_exit(OCL_EXIT_USAGE, "--size: at most %zu on this Vulkan device", most);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_text(l.report, "Vulkan device", l.v.properties.deviceName);
    ocl_report_count(l.report, "numbers", l.n);
    ocl_report_count(l.report, "rounds", rounds);

    l.x = ocl_alloc(l.bytes);
    l.ref = ocl_alloc(l.bytes);
    for (size_t i = 0; i < l.n; i++)
        l.x[i] = (cl_uint)ocl_random(opt.seed, i);
    OCL_TIME_REFERENCE(l.report, vulkan_buffer_ref(&l));
    cl_program program = ocl_build(&env, "vulkan_buffer.cl", "-cl-std=CL1.2");
    cl_int err;
    l.kernel = OCL_CREATE(clCreateKernel(program, "vulkan_buffer", &err));
    const cl_uint n = (cl_uint)l.n;
    OCL_CHECK(clSetKernelArg(l.kernel, 1, sizeof n, &n));
    l.local = ocl_local_size(l.kernel, env.device, 64);
    l.global = ocl_round_up(l.n, l.local);
    l.shader = vulkan_build(&l.v, vulkan_buffer_comp, sizeof vulkan_buffer_comp);

    run_way(&l, COPIES, create_copies, turn_with_copies);
    run_way(&l, HOST_MEMORY, create_host_memory, turn_in_host_memory);
    run_way(&l, OPAQUE_FD, create_opaque_fd, turn_shared);
    run_way(&l, SEMAPHORES, create_semaphores, turn_signalled);
    show_ways(l.report, l.times,
              &(ways_table){ .title = "turns",
                             .columns = "memory, bytes copied per turn, us per turn",
                             .copied = { [COPIES] = l.bytes },
                             .count = 2 * rounds });

    vulkan_release_shader(&l.v, &l.shader);
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    vulkan_close_device(&l.v);
    free(l.ref);
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
