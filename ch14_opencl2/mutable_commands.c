// SPDX-License-Identifier: MIT
//
// mutable_commands - recorded commands get other arguments and sizes between two replays.
//
// Shows   one command changed step by step: a number, a buffer, offset, sizes, all at once; frames
//         that differ in one argument: enqueued, recorded again, updated
// Uses    CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR, CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
//         CL_COMMAND_BUFFER_MUTABLE_KHR, clUpdateMutableCommandsKHR, clGetMutableCommandInfoKHR,
//         clCreateCommandBufferKHR, clCommandNDRangeKernelKHR, clEnqueueCommandBufferKHR
// Try     mutable_commands --frames 200

#include "ocl.h"

#include "mutable_commands/reference.h"
#include "shared/functions/command_buffers.h"
#include "shared/functions/mutable_commands.h"

enum { MAX_FRAMES = 1000 };

enum { ENQUEUE, RECORD_AGAIN, UPDATE };
static const char *const VARIANTS[] = { "enqueue", "record_again", "update", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    command_buffer_api api;
    mutable_api change;
    size_t n, bytes, frames;
    cl_program program;
    cl_mem d_x;
} lesson;

static const cl_mutable_dispatch_fields_khr ALL_FIELDS =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;

// A recording whose commands can be changed.
static cl_command_buffer_khr create_commands(const lesson *l)
{
    const cl_properties flags[] = { CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0 };
    cl_int err;
    return OCL_CREATE(l->api.clCreateCommandBufferKHR(1, &l->env->queue, flags, &err));
}

static void replay(const lesson *l, cl_command_buffer_khr commands, const cl_mem d_outs[2])
{
    const cl_uint empty = EMPTY;
    for (int o = 0; o < 2; o++)
        OCL_CHECK(clEnqueueFillBuffer(l->env->queue, d_outs[o], &empty, sizeof empty, 0,
                                      MARK_ITEMS * sizeof empty, 0, NULL, NULL));
    OCL_CHECK(l->api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL));
    OCL_CHECK(clFinish(l->env->queue));    // a pending recording may not be changed
}

// Changes the command so that it becomes launch `to`.  Only what differs is handed over.
static cl_int update(const lesson *l, cl_command_buffer_khr commands,
                     cl_mutable_command_khr command, const launch *from, const launch *to)
{
    cl_mutable_dispatch_arg_khr args[2];
    dispatch_changes changes = { .command = command };
    if (to->d_out != from->d_out)
        args[changes.num_args++] = (cl_mutable_dispatch_arg_khr){ .arg_index = 0,
                                                                  .arg_size = sizeof *to->d_out,
                                                                  .arg_value = to->d_out };
    if (to->factor != from->factor)
        args[changes.num_args++] = (cl_mutable_dispatch_arg_khr){ .arg_index = 1,
                                                                  .arg_size = sizeof to->factor,
                                                                  .arg_value = &to->factor };
    if (changes.num_args > 0) changes.arg_list = args;
    if (to->offset != from->offset) changes.global_work_offset = &to->offset;
    if (to->global != from->global) changes.global_work_size = &to->global;
    if (to->local != from->local) changes.local_work_size = &to->local;
    if (changes.global_work_offset || changes.global_work_size || changes.local_work_size)
        changes.work_dim = 1;
    const cl_uint type = MUTABLE_DISPATCH_CHANGES;
    const void *configs[] = { &changes };
    return l->change.clUpdateMutableCommandsKHR(commands, 1, &type, configs);
}

// What the command says about its own size.
static ocl_result verify_sizes(const lesson *l, cl_mutable_command_khr command, const launch *a)
{
    size_t global = 0, local = 0;
    OCL_CHECK(l->change.clGetMutableCommandInfoKHR(
        command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, sizeof global, &global, NULL));
    OCL_CHECK(l->change.clGetMutableCommandInfoKHR(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR,
                                                   sizeof local, &local, NULL));
    return ocl_result_both(ocl_verify_equal("global size", (long long)global, (long long)a->global),
                           ocl_verify_equal("local size", (long long)local, (long long)a->local));
}

// One launch, recorded once; before each further replay something is changed.
static void show_changes(const lesson *l)
{
    cl_mem d_outs[2];
    for (int o = 0; o < 2; o++)
        d_outs[o] = ocl_buffer(l->env, CL_MEM_READ_WRITE, MARK_ITEMS * sizeof(cl_uint), NULL);
    const launch steps[] = {
        { "as recorded", &d_outs[0], 3, 0, 120, 8 },
        { "another number", &d_outs[0], 5, 0, 120, 8 },
        { "another buffer", &d_outs[1], 5, 0, 120, 8 },
        { "smaller", &d_outs[1], 5, 0, 40, 8 },
        { "an offset", &d_outs[1], 5, 7, 40, 8 },
        { "other work-groups", &d_outs[1], 5, 7, 40, 4 },
        { "larger, all at once", &d_outs[0], 9, 1, 160, 2 },
        { "as recorded again", &d_outs[0], 3, 0, 120, 8 },
    };
    const cl_properties fields[] = { CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, ALL_FIELDS, 0 };
    const cl_uint n = MARK_ITEMS;
    cl_mutable_command_khr command;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "mutable_commands_mark", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_outs[0], steps[0].d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_uint), &steps[0].factor));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    cl_command_buffer_khr commands = create_commands(l);
    OCL_CHECK(l->api.clCommandNDRangeKernelKHR(commands, NULL, fields, kernel, 1, &steps[0].offset,
                                               &steps[0].global, &steps[0].local, 0, NULL, NULL,
                                               &command));
    OCL_CHECK(l->api.clFinalizeCommandBufferKHR(commands));

    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
        if (s > 0) OCL_CHECK(update(l, commands, command, &steps[s - 1], &steps[s]));
        replay(l, commands, d_outs);
        ocl_report_result(l->report, steps[s].step,
                          ocl_result_both(verify_marks(l->env, &steps[s], d_outs),
                                          verify_sizes(l, command, &steps[s])));
    }
    OCL_CHECK(l->api.clReleaseCommandBufferKHR(commands));
    OCL_CHECK(clReleaseKernel(kernel));
    for (int o = 0; o < 2; o++)
        OCL_CHECK(clReleaseMemObject(d_outs[o]));
}

// Frame f is LAUNCHES launches.  The first one adds a number of its own, the others add 1.
static void set_number(cl_kernel kernel, cl_uint number)
{
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof number, &number));
}

static void enqueue_frame(const lesson *l, cl_kernel kernel, size_t frame)
{
    for (size_t i = 0; i < LAUNCHES; i++) {
        set_number(kernel, i == 0 ? number_of(frame) : 1);
        OCL_CHECK(
            clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &l->n, NULL, 0, NULL, NULL));
    }
}

// *first becomes the command whose number can be changed.
static cl_command_buffer_khr record_frame(const lesson *l, cl_kernel kernel, size_t frame,
                                          cl_mutable_command_khr *first)
{
    const cl_properties fields[] = { CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                     CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0 };
    cl_command_buffer_khr commands = create_commands(l);
    cl_sync_point_khr sync = 0;
    for (size_t i = 0; i < LAUNCHES; i++) {
        const cl_sync_point_khr before = sync;
        set_number(kernel, i == 0 ? number_of(frame) : 1);
        OCL_CHECK(l->api.clCommandNDRangeKernelKHR(
            commands, NULL, i == 0 ? fields : NULL, kernel, 1, NULL, &l->n, NULL, i > 0,
            i > 0 ? &before : NULL, &sync, i == 0 ? first : NULL));
    }
    OCL_CHECK(l->api.clFinalizeCommandBufferKHR(commands));
    return commands;
}

static void update_frame(const lesson *l, cl_command_buffer_khr commands,
                         cl_mutable_command_khr first, size_t frame)
{
    const cl_uint number = number_of(frame), type = MUTABLE_DISPATCH_CHANGES;
    const cl_mutable_dispatch_arg_khr arg = { .arg_index = 1,
                                              .arg_size = sizeof number,
                                              .arg_value = &number };
    const dispatch_changes changes = { .command = first, .num_args = 1, .arg_list = &arg };
    const void *configs[] = { &changes };
    OCL_CHECK(l->change.clUpdateMutableCommandsKHR(commands, 1, &type, configs));
}

// A recording that runs may be neither changed nor released, so each frame is waited for, also when
// it is enqueued.
static void run_frames(const lesson *l, int variant, cl_kernel kernel)
{
    cl_command_buffer_khr commands = NULL;
    cl_mutable_command_khr first = NULL;
    for (size_t f = 0; f < l->frames; f++) {
        if (variant == ENQUEUE) enqueue_frame(l, kernel, f);
        if (variant == UPDATE && f > 0)
            update_frame(l, commands, first, f);
        else if (variant != ENQUEUE)
            commands = record_frame(l, kernel, f, &first);
        if (commands) OCL_CHECK(l->api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL));
        OCL_CHECK(clFinish(l->env->queue));
        if (commands && (variant == RECORD_AGAIN || f + 1 == l->frames))
            OCL_CHECK(l->api.clReleaseCommandBufferKHR(commands));
    }
}

static void run_variant(const lesson *l, int variant)
{
    const cl_uint n = (cl_uint)l->n, start = 12345;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "mutable_commands_step", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_x, l->bytes);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(clEnqueueFillBuffer(l->env->queue, l->d_x, &start, sizeof start, 0, l->bytes, 0,
                                      NULL, NULL));
        OCL_CHECK(clFinish(l->env->queue));
        const double begin_ns = ocl_wall_ns();
        run_frames(l, variant, kernel);
        t.host_ns = ocl_wall_ns() - begin_ns;
    }

    cl_uint *ref = ocl_alloc(l->bytes);
    frames_ref(ref, l->n, start, l->frames);
    const ocl_work work = { .amount = (double)l->frames, .unit = "frame/s" };
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_buffer(l->env, VARIANTS[variant], l->d_x, ref, l->bytes));
    free(ref);
    OCL_CHECK(clReleaseKernel(kernel));
}

int main(int argc, char **argv)
{
    size_t frames = 50;
    const ocl_option own[] = {
        { .usage = "-f, --frames N: frames of 16 launches, at most 1000", .count = &frames },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "mutable_commands",
                              .summary = "Recorded commands get other arguments and sizes.",
                              .accepts = "dnrVk",
                              .size_help = "elements that a launch changes",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 251 }, .repeat = 20 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (frames > MAX_FRAMES)
        ocl_exit(OCL_EXIT_USAGE, "--frames %zu: give at most %d", frames, MAX_FRAMES);
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, size, size, size);

    lesson l = { .env = &env, .n = opt.n[0], .frames = frames };
    l.bytes = l.n * sizeof(cl_uint);
    l.change = require_mutable_commands(&env, ALL_FIELDS);
    l.api = require_command_buffers(&env);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    ocl_report_count(l.report, "frames", l.frames);
    l.program = ocl_build(&env, "mutable_commands.cl", "-cl-std=CL1.2");
    l.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, l.bytes, NULL);

    for (int v = ENQUEUE; v <= UPDATE; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&l, v);
    if (ocl_wants(&opt, "all")) show_changes(&l);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
