// SPDX-License-Identifier: MIT
//
// gl_memory - OpenCL and OpenGL take turns on a frame in memory that Vulkan has allocated.
//
// Shows   three ways to hand the frame over: with copies; in memory of Vulkan that both import; the
//         same with semaphores, so that the host need not wait
// Uses    glCreateMemoryObjectsEXT, glImportMemoryFdEXT, glBufferStorageMemEXT;
//         clCreateBufferWithProperties with CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
//         clEnqueueAcquireExternalMemObjectsKHR, clEnqueueReleaseExternalMemObjectsKHR;
//         clEnqueueSignalSemaphoresKHR, glWaitSemaphoreEXT, glSignalSemaphoreEXT,
//         clEnqueueWaitSemaphoresKHR
// Try     gl_memory -V copies; gl_memory -n 3840x2160; gl_memory -n 1x1 --frames 1000

#include "ocl.h"

#include "gl_memory/devices.h"
#include "gl_memory/turn.h"

enum { SPARE = 64 };    // bytes behind the frame: Mesa's OpenGL wants some
static const char *const VARIANTS[] = { "copies", "opaque_fd", "semaphores", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    other_devices others;
    external_api api;
    cl_kernel kernel;
    size_t global, local;
    GLuint shader;
    film f;
    ocl_times times[WAYS];    // of all frames of a run
} lesson;

// The frame, as each library has it.
typedef struct {
    vulkan_buffer vulkan;
    GLuint memory, buffer;                    // OpenGL: what it has imported, and a buffer in it
    cl_mem d_frame;                           // OpenCL
    shared_semaphore to_opengl, to_opencl;    // only with SEMAPHORES
    cl_mem pinned;                            // only with COPIES: host memory, for fast copies
    void *host;                               // the same, mapped
} shared_frame;

// Each library may use imported memory only between these two.
static void acquire(const lesson *l, const shared_frame *x)
{
    OCL_CHECK(
        l->api.clEnqueueAcquireExternalMemObjectsKHR(l->env->queue, 1, &x->d_frame, 0, NULL, NULL));
}

static void release(const lesson *l, const shared_frame *x)
{
    OCL_CHECK(
        l->api.clEnqueueReleaseExternalMemObjectsKHR(l->env->queue, 1, &x->d_frame, 0, NULL, NULL));
}

// --- Vulkan exports the memory, OpenGL and OpenCL import it

// Each import takes a file descriptor of its own, and closes it.  What is imported has the size of
// the allocation, which may be larger than the frame.
static void import_to_opengl(const lesson *l, shared_frame *x)
{
    const int fd = vulkan_export(&l->others.vulkan, x->vulkan.memory);
    const GLint dedicated = x->vulkan.is_dedicated;
    GL_CHECK(glCreateMemoryObjectsEXT(1, &x->memory));
    GL_CHECK(glMemoryObjectParameterivEXT(x->memory, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated));
    GL_CHECK(glImportMemoryFdEXT(x->memory, x->vulkan.bytes, GL_HANDLE_TYPE_OPAQUE_FD_EXT, fd));
    GL_CHECK(glGenBuffers(1, &x->buffer));
    GL_CHECK(glBindBuffer(GL_SHADER_STORAGE_BUFFER, x->buffer));
    GL_CHECK(glBufferStorageMemEXT(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)l->f.bytes, x->memory, 0));
}

static void import_to_opencl(const lesson *l, shared_frame *x)
{
    const int fd = vulkan_export(&l->others.vulkan, x->vulkan.memory);
    const cl_mem_properties list[] = { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                       (cl_mem_properties)fd, 0 };
    cl_int err;
    x->d_frame = OCL_CREATE(clCreateBufferWithProperties(l->env->context, list, CL_MEM_READ_WRITE,
                                                         x->vulkan.bytes, NULL, &err));
    acquire(l, x);
}

// OpenGL lets go of its buffer, and of Vulkan's memory, if it has this; and Vulkan frees it.
static void release_from_opengl(const lesson *l, shared_frame *x)
{
    GL_CHECK(glDeleteBuffers(1, &x->buffer));
    if (!x->memory) return;
    GL_CHECK(glDeleteMemoryObjectsEXT(1, &x->memory));
    vulkan_release_buffer(&l->others.vulkan, &x->vulkan);
}

// --- one frame for both, or two

static void create_shared(const lesson *l, shared_frame *x)
{
    x->vulkan = vulkan_buffer_to_export(&l->others.vulkan, l->f.bytes + SPARE);
    import_to_opengl(l, x);
    import_to_opencl(l, x);
}

static void create_semaphores(const lesson *l, shared_frame *x)
{
    create_shared(l, x);
    x->to_opengl = shared_semaphore_open(&l->others.vulkan, l->env, &l->api);
    x->to_opencl = shared_semaphore_open(&l->others.vulkan, l->env, &l->api);
}

static void create_copies(const lesson *l, shared_frame *x)
{
    const size_t bytes = l->f.bytes;
    cl_int err;
    x->d_frame = ocl_buffer(l->env, CL_MEM_READ_WRITE, bytes, NULL);
    x->pinned = ocl_buffer(l->env, CL_MEM_ALLOC_HOST_PTR, bytes, NULL);
    x->host =
        OCL_CREATE(clEnqueueMapBuffer(l->env->queue, x->pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                      0, bytes, 0, NULL, NULL, &err));
    GL_CHECK(glGenBuffers(1, &x->buffer));
    GL_CHECK(glBindBuffer(GL_SHADER_STORAGE_BUFFER, x->buffer));
    GL_CHECK(glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)bytes, NULL, GL_DYNAMIC_COPY));
}

static void release_frame(const lesson *l, shared_frame *x)
{
    const cl_command_queue queue = l->env->queue;
    if (x->pinned) {
        OCL_CHECK(clEnqueueUnmapMemObject(queue, x->pinned, x->host, 0, NULL, NULL));
    } else {
        release(l, x);    // what was acquired is released before it goes
    }
    OCL_CHECK(clFinish(queue));
    GL_CHECK(glFinish());
    if (x->to_opencl.vulkan) {
        shared_semaphore_close(&l->others.vulkan, &l->api, &x->to_opencl);
        shared_semaphore_close(&l->others.vulkan, &l->api, &x->to_opengl);
    }
    if (x->pinned) OCL_CHECK(clReleaseMemObject(x->pinned));
    OCL_CHECK(clReleaseMemObject(x->d_frame));
    release_from_opengl(l, x);
}

// --- OpenCL's turn

static void opencl_turn(const lesson *l)
{
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->kernel, 1, NULL, &l->global, &l->local, 0,
                                     NULL, NULL));
}

// --- OpenGL's turn, with the handing over before it and after it

static void turn_with_copies(const lesson *l, const shared_frame *x)
{
    const cl_command_queue queue = l->env->queue;
    const size_t bytes = l->f.bytes;
    OCL_CHECK(clEnqueueReadBuffer(queue, x->d_frame, CL_TRUE, 0, bytes, x->host, 0, NULL, NULL));
    GL_CHECK(glBindBuffer(GL_SHADER_STORAGE_BUFFER, x->buffer));
    GL_CHECK(glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)bytes, x->host));
    shader_run(l->shader, &l->f, x->buffer);
    GL_CHECK(glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)bytes, x->host));
    OCL_CHECK(clEnqueueWriteBuffer(queue, x->d_frame, CL_TRUE, 0, bytes, x->host, 0, NULL, NULL));
}

// The host waits for each of the two.
static void turn_shared(const lesson *l, const shared_frame *x)
{
    release(l, x);
    OCL_CHECK(clFinish(l->env->queue));
    shader_run(l->shader, &l->f, x->buffer);
    GL_CHECK(glFinish());
    acquire(l, x);
}

// The host only enqueues.  Nobody may wait for a signal that is not on its way: so OpenCL's is
// flushed; OpenGL's is flushed with the call.
static void turn_signalled(const lesson *l, const shared_frame *x)
{
    const cl_command_queue queue = l->env->queue;
    release(l, x);
    OCL_CHECK(
        l->api.clEnqueueSignalSemaphoresKHR(queue, 1, &x->to_opengl.opencl, NULL, 0, NULL, NULL));
    OCL_CHECK(clFlush(queue));
    GL_CHECK(glWaitSemaphoreEXT(x->to_opengl.opengl, 1, &x->buffer, 0, NULL, NULL));
    shader_run(l->shader, &l->f, x->buffer);
    GL_CHECK(glSignalSemaphoreEXT(x->to_opencl.opengl, 1, &x->buffer, 0, NULL, NULL));
    OCL_CHECK(
        l->api.clEnqueueWaitSemaphoresKHR(queue, 1, &x->to_opencl.opencl, NULL, 0, NULL, NULL));
    acquire(l, x);
}

typedef void create_function(const lesson *l, shared_frame *x);
typedef void turn_function(const lesson *l, const shared_frame *x);

// --- the proof

// Whether OpenGL finds what Vulkan has written: this needs no OpenCL.
static void verify_vulkan_to_opengl(const lesson *l)
{
    const vulkan_device *v = &l->others.vulkan;
    const char *lacks = opengl_lacks(&l->others);
    if (lacks) {
        ocl_report_note(l->report, "nothing is shared: %s", lacks);
        return;
    }
    shared_frame x = { .vulkan = vulkan_buffer_to_export(v, l->f.bytes + SPARE) };
    import_to_opengl(l, &x);
    vulkan_write_for_others(v, &x.vulkan, l->f.start, l->f.bytes);
    ocl_report_result(l->report, "from Vulkan to OpenGL",
                      shader_verify(l->shader, &l->f, x.buffer));
    release_from_opengl(l, &x);
}

static void run_way(lesson *l, int way, create_function *create, turn_function *opengl_turn)
{
    const film *f = &l->f;
    const cl_command_queue queue = l->env->queue;
    shared_frame x = { 0 };
    if (!way_runs(l->env, l->report, way, devices_lack(&l->others, l->env, way))) return;
    create(l, &x);
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof x.d_frame, &x.d_frame));

    // Without a look in between: only the handing over keeps the order.
    ocl_trial t = ocl_trial_open(l->env, WAY_NAMES[way], x.d_frame, f->bytes);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(
            clEnqueueWriteBuffer(queue, x.d_frame, CL_TRUE, 0, f->bytes, f->start, 0, NULL, NULL));
        const double start = ocl_wall_ns();
        for (size_t k = 0; k < f->frames; k++) {
            opencl_turn(l);
            opengl_turn(l, &x);
        }
        OCL_CHECK(clFinish(queue));
        t.host_ns = ocl_wall_ns() - start;
    }
    const ocl_result result =
        ocl_verify_buffer(l->env, WAY_NAMES[way], x.d_frame, f->ref, f->bytes);
    l->times[way] = t.times;
    ocl_trial_report(&t, l->report, &(ocl_work){ .amount = (double)f->frames, .unit = "frame/s" },
                     result);
    release_frame(l, &x);
}

int main(int argc, char **argv)
{
    size_t frames = 10;
    const ocl_option own[] = { { "--frames N: frames of a run", .count = &frames }, { 0 } };
    const ocl_about about = { .name = "gl_memory",
                              .summary = "OpenCL and OpenGL take turns on a frame.",
                              .accepts = "dnrVks",
                              .size_help = "width and height of the frame",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 641, 479 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_uint) * (double)opt.n[0] * (double)opt.n[1];
    ocl_require_memory(env.device, bytes, bytes, 5 * bytes);
    lesson l = { .env = &env, .others = devices_open(env.device), .api = load_external(&env) };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", opt.n[0]);
    ocl_report_count(l.report, "height", opt.n[1]);
    ocl_report_count(l.report, "frames", frames);

    l.f = film_open(opt.n, frames, opt.seed);
    OCL_TIME_REFERENCE(l.report, film_ref(&l.f));
    cl_program program = ocl_build(&env, "gl_memory.cl", "-cl-std=CL1.2");
    cl_int err;
    l.kernel = OCL_CREATE(clCreateKernel(program, "gl_memory", &err));
    const cl_uint n = (cl_uint)l.f.n;
    OCL_CHECK(clSetKernelArg(l.kernel, 1, sizeof n, &n));
    l.local = ocl_local_size(l.kernel, env.device, 64);
    l.global = ocl_round_up(l.f.n, l.local);
    l.shader = gl_build_compute(SHADER);

    devices_show(&l.others, l.report, env.device);
    verify_vulkan_to_opengl(&l);
    run_way(&l, COPIES, create_copies, turn_with_copies);
    run_way(&l, OPAQUE_FD, create_shared, turn_shared);
    run_way(&l, SEMAPHORES, create_semaphores, turn_signalled);
    show_ways(l.report, l.times,
              &(ways_table){ .title = "frames",
                             .columns = "memory, bytes copied per frame, us per frame",
                             .copied = { [COPIES] = 4 * l.f.bytes },
                             .count = frames });

    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    GL_CHECK(glDeleteProgram(l.shader));
    film_close(&l.f);
    devices_close(&l.others);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
