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
#include "vulkan/memory.h"
#include "vulkan/semaphores.h"
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
    cl_uint *x, *ref, *now;
    ocl_times times[WAYS];    // of all turns of a run
} lesson;

// The numbers, as OpenCL has them and as Vulkan has them.
typedef struct {
    int way;
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

// --- one memory, two buffers

static void create_buffers(const lesson *l, numbers *x)
{
    const cl_context context = l->env->context;
    cl_int err;
    if (x->way == COPIES) {
        x->vulkan = vulkan_buffer_for_host(&l->v, l->bytes);
        x->d_x = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_WRITE, l->bytes, NULL, &err));
    } else if (x->way == HOST_MEMORY) {
        x->vulkan = vulkan_buffer_of_host(&l->v, l->bytes);
        x->d_x = OCL_CREATE(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                           l->bytes, x->vulkan.host, &err));
    } else {
        int fd;
        x->vulkan = vulkan_buffer_with_fd(&l->v, l->bytes, &fd);
        const cl_mem_properties list[] = { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                           (cl_mem_properties)fd, 0 };
        x->d_x = OCL_CREATE(clCreateBufferWithProperties(context, list, CL_MEM_READ_WRITE,
                                                         x->vulkan.bytes, NULL, &err));
        OCL_CHECK(
            l->api.clEnqueueAcquireExternalMemObjectsKHR(l->env->queue, 1, &x->d_x, 0, NULL, NULL));
    }
    if (x->way == SEMAPHORES) x->semaphores = open_semaphores(l->env, &l->api, &l->v);
}

// --- turns

static void opencl_turn(const lesson *l)
{
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->kernel, 1, NULL, &l->global, &l->local, 0,
                                     NULL, NULL));
}

// With semaphores the host need not wait.
static void vulkan_turn(const lesson *l, const numbers *x)
{
    vulkan_submit(&l->v, x->turn, x->semaphores.to_vulkan, x->semaphores.to_opencl);
    if (x->way != SEMAPHORES) vulkan_finish(&l->v);
}

// OpenCL has finished, and Vulkan finds the numbers.
static void give_to_vulkan(const lesson *l, const numbers *x)
{
    const cl_command_queue queue = l->env->queue;
    cl_int err;
    if (x->way == COPIES) {
        OCL_CHECK(clEnqueueReadBuffer(queue, x->d_x, CL_TRUE, 0, l->bytes, x->vulkan.host, 0, NULL,
                                      NULL));
    } else if (x->way == HOST_MEMORY) {    // up to date only while it is mapped
        OCL_CREATE(clEnqueueMapBuffer(queue, x->d_x, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                      l->bytes, 0, NULL, NULL, &err));
    } else {
        OCL_CHECK(l->api.clEnqueueReleaseExternalMemObjectsKHR(queue, 1, &x->d_x, 0, NULL, NULL));
        if (x->way == SEMAPHORES) {
            OCL_CHECK(l->api.clEnqueueSignalSemaphoresKHR(queue, 1, &x->semaphores.cl_to_vulkan,
                                                          NULL, 0, NULL, NULL));
            OCL_CHECK(clFlush(queue));    // Vulkan may wait only for what is on its way
        } else {
            OCL_CHECK(clFinish(queue));
        }
    }
}

// Vulkan has finished, or signals when it has, and OpenCL finds the numbers.
static void take_from_vulkan(const lesson *l, const numbers *x)
{
    const cl_command_queue queue = l->env->queue;
    if (x->way == COPIES) {
        OCL_CHECK(clEnqueueWriteBuffer(queue, x->d_x, CL_TRUE, 0, l->bytes, x->vulkan.host, 0, NULL,
                                       NULL));
    } else if (x->way == HOST_MEMORY) {
        OCL_CHECK(clEnqueueUnmapMemObject(queue, x->d_x, x->vulkan.host, 0, NULL, NULL));
    } else {
        if (x->way == SEMAPHORES)
            OCL_CHECK(l->api.clEnqueueWaitSemaphoresKHR(queue, 1, &x->semaphores.cl_to_opencl, NULL,
                                                        0, NULL, NULL));
        OCL_CHECK(l->api.clEnqueueAcquireExternalMemObjectsKHR(queue, 1, &x->d_x, 0, NULL, NULL));
    }
}

// --- the proof

// The numbers after each turn.
static ocl_result verify_turns(const lesson *l, const numbers *x)
{
    ocl_result result = { .pass = true };
    memcpy(l->now, l->x, l->bytes);
    OCL_CHECK(
        clEnqueueWriteBuffer(l->env->queue, x->d_x, CL_TRUE, 0, l->bytes, l->x, 0, NULL, NULL));
    for (size_t k = 0; k < l->rounds && result.pass; k++) {
        opencl_turn(l);
        opencl_turn_ref(l->now, l->n);
        result = ocl_result_both(
            result, ocl_verify_buffer(l->env, "turn of OpenCL", x->d_x, l->now, l->bytes));
        give_to_vulkan(l, x);
        vulkan_turn(l, x);
        take_from_vulkan(l, x);
        vulkan_turn_ref(l->now, l->n);
        result = ocl_result_both(
            result, ocl_verify_buffer(l->env, "turn of Vulkan", x->d_x, l->now, l->bytes));
    }
    return result;
}

static void run_way(lesson *l, int way)
{
    const cl_command_queue queue = l->env->queue;
    numbers x = { .way = way };
    create_buffers(l, &x);
    const vulkan_launch launch = { .buffer = x.vulkan.buffer,
                                   .is_foreign = is_shared(way),
                                   .n = (cl_uint)l->n,
                                   .groups = ocl_divide_up(l->n, 2 * SHADER_GROUP) };
    x.turn = vulkan_record(&l->v, &l->shader, &launch);
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof x.d_x, &x.d_x));
    ocl_result result = verify_turns(l, &x);

    // Now without a look in between: only the handing over keeps the order.
    // d_x begins with the numbers, so what is poisoned is the other memory.
    ocl_trial t = ocl_trial_open(l->env, WAY_NAMES[way], x.d_x, l->bytes);
    if (way == COPIES) ocl_trial_also_host(&t, x.vulkan.host, l->bytes);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(clEnqueueWriteBuffer(queue, x.d_x, CL_TRUE, 0, l->bytes, l->x, 0, NULL, NULL));
        const double start = ocl_wall_ns();
        for (size_t k = 0; k < l->rounds; k++) {
            opencl_turn(l);
            give_to_vulkan(l, &x);
            vulkan_turn(l, &x);
            take_from_vulkan(l, &x);
        }
        OCL_CHECK(clFinish(queue));
        t.host_ns = ocl_wall_ns() - start;
    }
    result =
        ocl_result_both(result, ocl_verify_buffer(l->env, WAY_NAMES[way], x.d_x, l->ref, l->bytes));
    l->times[way] = t.times;
    ocl_trial_report(&t, l->report,
                     &(ocl_work){ .amount = 2.0 * (double)l->rounds, .unit = "turn/s" }, result);

    // What was acquired is released before it goes.
    if (launch.is_foreign)
        OCL_CHECK(l->api.clEnqueueReleaseExternalMemObjectsKHR(queue, 1, &x.d_x, 0, NULL, NULL));
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
    l.v = vulkan_open_device(env.device, VK_QUEUE_COMPUTE_BIT, WAY_EXTENSIONS, (vulkan_names){ 0 });
    const size_t most =
        (size_t)2 * SHADER_GROUP * l.v.properties.limits.maxComputeWorkGroupCount[0];
    if (l.n > most) ocl_exit(OCL_EXIT_USAGE, "--size: at most %zu on this Vulkan device", most);
    require_wanted_way(&env, &l.v);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_text(l.report, "Vulkan device", l.v.properties.deviceName);
    ocl_report_count(l.report, "numbers", l.n);
    ocl_report_count(l.report, "rounds", rounds);

    l.x = ocl_alloc(l.bytes);
    l.ref = ocl_alloc(l.bytes);
    l.now = ocl_alloc(l.bytes);
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

    for (int way = 0; way < WAYS; way++)
        if (way_runs(&env, l.report, &l.v, way)) run_way(&l, way);
    show_ways(l.report, l.times,
              &(ways_table){ .title = "turns",
                             .columns = "memory, bytes copied per turn, us per turn",
                             .copied = { [COPIES] = l.bytes },
                             .count = 2 * rounds });

    vulkan_release_shader(&l.v, &l.shader);
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    vulkan_close_device(&l.v);
    free(l.now);
    free(l.ref);
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
