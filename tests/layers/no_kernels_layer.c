// SPDX-License-Identifier: MIT
//
// An OpenCL layer under which no kernel of a program runs, to see whether the program notices.
//
//     OPENCL_LAYERS=.../libno_kernels_layer.so OCL_SAMPLES_ANSWER=ANSWER PROGRAM
//
// Each launch becomes that of an empty kernel, with an event like any other.  ANSWER is what the
// program finds in the outputs of its kernels, the buffers and images that a kernel may write:
//
//     nothing    what was there before: the poison
//     zeros      zeros
//     input:K    the first bytes or pixels of the K-th input of the same launch, from 1.  Inputs
//                are the buffers and images that the kernel only reads.  If there are fewer, the
//                last one is taken.
//
// The file of OCL_TEST_LAYER_LOG gets a line for each launch.
//
// Memory that a kernel reaches through a pointer of SVM or through a pipe stays as it is.  So does
// that of launches in a command-buffer, and all memory where the driver does not say what the
// arguments of a kernel are.

#include "layer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_ARGUMENTS = 64, MAX_CONTEXTS = 64 };

typedef struct argument {
    cl_kernel kernel;
    cl_uint index;
    cl_mem memory;
    struct argument *next;
} argument;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static argument *list;
static cl_context
    contexts[MAX_CONTEXTS];    // the empty kernels keep them, so that none comes twice
static cl_kernel empty_kernels[MAX_CONTEXTS];
static int context_count;

// --- arguments

// What was set before under this number, if the kernel has no memory there now.
static void remember(cl_kernel kernel, cl_uint index, cl_mem memory)
{
    pthread_mutex_lock(&lock);
    argument *at = list;
    while (at && (at->kernel != kernel || at->index != index))
        at = at->next;
    if (!at && (at = malloc(sizeof *at))) {
        *at = (argument){ .kernel = kernel, .index = index, .next = list };
        list = at;
    }
    if (at) at->memory = memory;
    pthread_mutex_unlock(&lock);
}

static cl_mem find(cl_kernel kernel, cl_uint index)
{
    pthread_mutex_lock(&lock);
    const argument *at = list;
    while (at && (at->kernel != kernel || at->index != index))
        at = at->next;
    const cl_mem memory = at ? at->memory : NULL;
    pthread_mutex_unlock(&lock);
    return memory;
}

static cl_uint argument_count(cl_kernel kernel)
{
    cl_uint count = 0;
    target.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);
    return count < MAX_ARGUMENTS ? count : MAX_ARGUMENTS;
}

typedef enum { NEITHER, INPUT, OUTPUT } role;

static role role_of(cl_kernel kernel, cl_uint index)
{
    cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
    cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
    cl_kernel_arg_type_qualifier type = CL_KERNEL_ARG_TYPE_NONE;
    target.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space,
                              NULL);
    target.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access,
                              NULL);
    target.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type,
                              NULL);
    if (type & CL_KERNEL_ARG_TYPE_PIPE) return NEITHER;
    if (access != CL_KERNEL_ARG_ACCESS_NONE)    // an image
        return access == CL_KERNEL_ARG_ACCESS_READ_ONLY ? INPUT : OUTPUT;
    if (space == CL_KERNEL_ARG_ADDRESS_CONSTANT) return INPUT;
    if (space != CL_KERNEL_ARG_ADDRESS_GLOBAL) return NEITHER;
    return type & CL_KERNEL_ARG_TYPE_CONST ? INPUT : OUTPUT;
}

static cl_int CL_API_CALL set_kernel_arg(cl_kernel kernel, cl_uint index, size_t size,
                                         const void *value)
{
    const cl_int err = target.clSetKernelArg(kernel, index, size, value);
    cl_mem memory = NULL;
    if (err == CL_SUCCESS && value && size == sizeof memory && role_of(kernel, index) != NEITHER)
        memcpy(&memory, value, sizeof memory);
    if (err == CL_SUCCESS) remember(kernel, index, memory);
    return err;
}

static cl_int CL_API_CALL set_kernel_arg_svm(cl_kernel kernel, cl_uint index, const void *pointer)
{
    remember(kernel, index, NULL);
    return target.clSetKernelArgSVMPointer(kernel, index, pointer);
}

static cl_kernel CL_API_CALL clone_kernel(cl_kernel source, cl_int *err)
{
    const cl_kernel kernel = target.clCloneKernel(source, err);
    if (kernel)
        for (cl_uint i = 0; i < argument_count(source); i++)
            remember(kernel, i, find(source, i));
    return kernel;
}

// --- programs: drivers tell what the arguments are if the program is built so

static cl_int CL_API_CALL compile_program(cl_program program, cl_uint count,
                                          const cl_device_id *devices, const char *options,
                                          cl_uint header_count, const cl_program *headers,
                                          const char **names,
                                          void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    char *all = layer_with_argument_info(options);
    const cl_int err = target.clCompileProgram(program, count, devices, all, header_count, headers,
                                               names, notify, data);
    free(all);
    return err;
}

// --- the answer

static const char *wish(void)
{
    const char *answer = getenv("OCL_SAMPLES_ANSWER");
    return answer ? answer : "nothing";
}

static cl_mem wished_input(cl_kernel kernel)
{
    cl_mem input = NULL;
    unsigned long left = strtoul(wish() + strlen("input:"), NULL, 10);
    for (cl_uint i = 0; i < argument_count(kernel) && left > 0; i++) {
        const cl_mem memory = find(kernel, i);
        if (!memory || role_of(kernel, i) != INPUT) continue;
        input = memory;
        left--;
    }
    return input;
}

typedef struct {
    size_t bytes, region[3];    // a buffer has bytes, an image a region, other memory neither
} extent;

static extent extent_of(cl_mem memory)
{
    cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
    extent e = { .bytes = 0 };
    target.clGetMemObjectInfo(memory, CL_MEM_TYPE, sizeof type, &type, NULL);
    if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) return e;    // PoCL 3.1 cannot fill it
    if (type == CL_MEM_OBJECT_BUFFER) {
        target.clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof e.bytes, &e.bytes, NULL);
        return e;
    }
    e = (extent){ .region = { 1, 1, 1 } };
    const cl_image_info queries[] = { CL_IMAGE_WIDTH, CL_IMAGE_HEIGHT, CL_IMAGE_DEPTH,
                                      CL_IMAGE_ARRAY_SIZE };
    for (int i = 0, dimension = 0; i < 4; i++) {
        size_t number = 0;
        target.clGetImageInfo(memory, queries[i], sizeof number, &number, NULL);
        if (number > 0 && dimension < 3) e.region[dimension++] = number;
    }
    return e;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// What to wait for before a command.
typedef struct {
    cl_uint count;
    const cl_event *events;
} waits;

// Puts the answer into one output.  A command that the driver refuses leaves it as it is.
static bool put_answer(cl_command_queue queue, cl_mem output, cl_mem input, waits w,
                       cl_event *event)
{
    static const size_t corner[3] = { 0, 0, 0 };
    static const cl_uint zeros[4] = { 0 };
    const extent to = extent_of(output);
    if (!to.bytes && !to.region[0]) return false;
    if (!input && to.bytes > 0)
        return target.clEnqueueFillBuffer(queue, output, zeros, 1, 0, to.bytes, w.count, w.events,
                                          event) == CL_SUCCESS;
    if (!input)
        return target.clEnqueueFillImage(queue, output, zeros, corner, to.region, w.count, w.events,
                                         event) == CL_SUCCESS;
    const extent from = extent_of(input);
    if (to.bytes > 0 && from.bytes > 0)
        return target.clEnqueueCopyBuffer(queue, input, output, 0, 0, least(from.bytes, to.bytes),
                                          w.count, w.events, event) == CL_SUCCESS;
    if (to.bytes > 0 || from.bytes > 0 || !from.region[0]) return false;
    const size_t region[3] = { least(from.region[0], to.region[0]),
                               least(from.region[1], to.region[1]),
                               least(from.region[2], to.region[2]) };
    return target.clEnqueueCopyImage(queue, input, output, corner, corner, region, w.count,
                                     w.events, event) == CL_SUCCESS;
}

// The events of the commands that put the answer in; their number.
static cl_uint answer(cl_command_queue queue, cl_kernel kernel, waits w,
                      cl_event events[MAX_ARGUMENTS])
{
    const bool copies = strncmp(wish(), "input:", strlen("input:")) == 0;
    const cl_mem input = copies ? wished_input(kernel) : NULL;
    cl_uint count = 0;
    if (copies ? !input : strcmp(wish(), "zeros") != 0) return 0;
    for (cl_uint i = 0; i < argument_count(kernel); i++) {
        const cl_mem output = find(kernel, i);
        if (output && role_of(kernel, i) == OUTPUT &&
            put_answer(queue, output, input, w, &events[count]))
            count++;
    }
    return count;
}

// --- launches

static cl_kernel make_empty_kernel(cl_context context)
{
    const char *source = "kernel void empty(void) {}";
    cl_int err;
    cl_program program = target.clCreateProgramWithSource(context, 1, &source, NULL, &err);
    if (!program) return NULL;
    cl_kernel kernel = target.clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS
                           ? target.clCreateKernel(program, "empty", &err)
                           : NULL;
    target.clReleaseProgram(program);
    return kernel;
}

static cl_kernel empty_kernel(cl_kernel instead_of)
{
    cl_context context = NULL;
    cl_kernel kernel = NULL;
    target.clGetKernelInfo(instead_of, CL_KERNEL_CONTEXT, sizeof context, &context, NULL);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < context_count; i++)
        if (contexts[i] == context) kernel = empty_kernels[i];
    if (!kernel && context_count < MAX_CONTEXTS && (kernel = make_empty_kernel(context))) {
        contexts[context_count] = context;
        empty_kernels[context_count++] = kernel;
    }
    pthread_mutex_unlock(&lock);
    if (!kernel) fprintf(stderr, "no_kernels_layer: no empty kernel\n");
    return kernel;
}

static const size_t ONE = 1;

static void log_launch(void)
{
    const char *path = getenv("OCL_TEST_LAYER_LOG");
    FILE *log = path ? fopen(path, "a") : NULL;
    if (!log) return;
    fprintf(log, "launch\n");
    fclose(log);
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                 const size_t *offset, const size_t *global, const size_t *local,
                                 cl_uint count, const cl_event *before, cl_event *event)
{
    const cl_kernel empty = empty_kernel(kernel);
    (void)dimensions, (void)offset, (void)global, (void)local;
    if (!empty) return CL_OUT_OF_RESOURCES;
    log_launch();
    cl_event events[MAX_ARGUMENTS];
    const cl_uint answers = answer(queue, kernel, (waits){ count, before }, events);
    const cl_int err =
        target.clEnqueueNDRangeKernel(queue, empty, 1, NULL, &ONE, NULL, answers ? answers : count,
                                      answers ? events : before, event);
    for (cl_uint i = 0; i < answers; i++)
        target.clReleaseEvent(events[i]);
    return err;
}

static cl_int CL_API_CALL launch_task(cl_command_queue queue, cl_kernel kernel, cl_uint count,
                                      const cl_event *before, cl_event *event)
{
    return launch(queue, kernel, 1, NULL, &ONE, NULL, count, before, event);
}

// --- launches that a command-buffer records

static cl_int(CL_API_CALL *target_command)(void *buffer, cl_command_queue queue,
                                           const void *properties, cl_kernel kernel,
                                           cl_uint dimensions, const size_t *offset,
                                           const size_t *global, const size_t *local, cl_uint count,
                                           const cl_uint *before, cl_uint *point, void **handle);

static cl_int CL_API_CALL command(void *buffer, cl_command_queue queue, const void *properties,
                                  cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                  const size_t *global, const size_t *local, cl_uint count,
                                  const cl_uint *before, cl_uint *point, void **handle)
{
    const cl_kernel empty = empty_kernel(kernel);
    (void)dimensions, (void)offset, (void)global, (void)local;
    if (!empty) return CL_OUT_OF_RESOURCES;
    log_launch();
    return target_command(buffer, queue, properties, empty, 1, NULL, &ONE, NULL, count, before,
                          point, handle);
}

static void *CL_API_CALL extension_function(cl_platform_id platform, const char *name)
{
    void *function = target.clGetExtensionFunctionAddressForPlatform(platform, name);
    if (!function || strcmp(name, "clCommandNDRangeKernelKHR") != 0) return function;
    memcpy(&target_command, &function, sizeof function);
    cl_int(CL_API_CALL * mine)(void *, cl_command_queue, const void *, cl_kernel, cl_uint,
                               const size_t *, const size_t *, const size_t *, cl_uint,
                               const cl_uint *, cl_uint *, void **) = command;
    memcpy(&function, &mine, sizeof function);
    return function;
}

static const char *layer_name(void)
{
    return "no kernels";
}

static void layer_wrap(void)
{
    layer.clSetKernelArg = set_kernel_arg;
    if (target.clSetKernelArgSVMPointer) layer.clSetKernelArgSVMPointer = set_kernel_arg_svm;
    if (target.clCloneKernel) layer.clCloneKernel = clone_kernel;
    layer.clBuildProgram = layer_build_with_argument_info;
    layer.clCompileProgram = compile_program;
    layer.clEnqueueNDRangeKernel = launch;
    layer.clEnqueueTask = launch_task;
    layer.clGetExtensionFunctionAddressForPlatform = extension_function;
}
