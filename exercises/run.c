// SPDX-License-Identifier: MIT
//
// learn_run - runs the kernel of one exercise, and says what is wrong in a learner's words.
//
//     learn_run RUN.TXT KERNEL.CL               all sizes: the exit status is 0 when all is right
//     learn_run RUN.TXT KERNEL.CL simulated     one size, once, nothing judged: for Oclgrind
//
// A buffer lies between two guards.  They show writes outside of it, and, filled in other ways in
// other runs, reads outside of it.  An output holds poison before each run, another one in the
// second run: an element that is the poison of both was never written.

#include "exercise.h"

#include "system/streams.h"

// Bytes before and after each buffer; a multiple of the alignment of sub-buffers.
enum { GUARD = 65536 };
enum { POISON = 0xC3, OTHER_POISON = 0x3C };

// The bytes of guards in the runs: as float 8.5e37, NaN, 0 and -1.7e38.  A NaN alone would not do:
// a kernel that reads it past the end of x, doubles it and writes it past the end of y changes
// nothing there.
static const unsigned char GUARDS[] = { 0x7E, 0xFF, 0x00, 0xFE };
enum { GUARD_COUNT = sizeof GUARDS, SAME_RUNS = 4 };

// The contents of all buffers after a run, guards included.
typedef struct {
    unsigned char *after[MAX_ARGS];
} answer;

static bool is_buffer(const exercise_arg *a)
{
    return a->kind == ARG_IN || a->kind == ARG_OUT || a->kind == ARG_INOUT;
}

// Sets an argument; says what it should be where the driver refuses it.
static void set_arg(cl_kernel kernel, cl_uint k, const exercise_arg *a, size_t bytes,
                    const void *value)
{
    const cl_int status = clSetKernelArg(kernel, k, bytes, value);
    if (status == CL_SUCCESS) return;
    if (a->kind == ARG_IMAGE) {
        printf("argument %u of the kernel should be read_only image2d_t: %s\n", k,
               ocl_error_name(status));
        exit(OCL_EXIT_CALL);
    }
    const char *space = a->kind == ARG_VALUE ? "" : a->kind == ARG_LOCAL ? "local " : "global ";
    printf("argument %u of the kernel should be %s%s%s: %s\n", k, space,
           exercise_type_name(a->type), a->kind == ARG_VALUE ? "" : " *", ocl_error_name(status));
    exit(OCL_EXIT_CALL);
}

static void set_value(cl_kernel kernel, cl_uint k, const exercise_arg *a)
{
    if (a->type == TYPE_FLOAT)
        set_arg(kernel, k, a, sizeof(cl_float), &(cl_float){ (cl_float)a->value });
    else if (a->type == TYPE_INT)
        set_arg(kernel, k, a, sizeof(cl_int), &(cl_int){ (cl_int)a->value });
    else if (a->type == TYPE_ULONG)
        set_arg(kernel, k, a, sizeof(cl_ulong), &(cl_ulong){ (cl_ulong)a->value });
    else
        set_arg(kernel, k, a, sizeof(cl_uint), &(cl_uint){ (cl_uint)a->value });
}

static cl_mem make_image(const ocl_env *env, const exercise *e, const exercise_arg *a)
{
    return ocl_image_2d(env, CL_MEM_READ_ONLY, (cl_image_format){ CL_RGBA, CL_FLOAT },
                        (size_t[]){ e->w, e->h }, a->before);
}

static cl_int launch(const ocl_env *env, const exercise *e, cl_kernel kernel)
{
    const cl_uint dims = (cl_uint)e->dims;
    const cl_int status = clEnqueueNDRangeKernel(env->queue, kernel, dims, NULL, e->global_size,
                                                 e->local, 0, NULL, NULL);
    if (status == CL_SUCCESS) OCL_CHECK(clFinish(env->queue));
    return status;
}

static void require_launch(const exercise *e, cl_int status)
{
    if (status == CL_SUCCESS) return;
    printf("the launch with work-groups of %zu x %zu is refused: %s\n", e->local[0], e->local[1],
           ocl_error_name(status));
    exit(OCL_EXIT_CALL);
}

// What the kernel says with printf in the first run of a size; NULL before that run.
static char *printed;

static void launch_and_listen(const ocl_env *env, const exercise *e, cl_kernel kernel)
{
    fflush(stdout);
    ocl_capture *capture = ocl_capture_begin();
    const cl_int status = launch(env, e, kernel);
    size_t bytes;
    char *text = ocl_capture_end(capture, &bytes);
    require_launch(e, status);
    if (!printed)
        printed = text;
    else
        free(text);
}

static void tell_printed(void)
{
    enum { MOST = 12 };    // lines
    int count = 0;
    for (char *line = strtok(printed, "\n"); line; line = strtok(NULL, "\n"))
        if (count++ < MOST) printf("printf: %s\n", line);
    if (count > MOST) printf("printf: and %d more lines\n", count - MOST);
}

// One run.  The guards of buffer `other` are full of `other_guard`, all others of GUARDS[0];
// SIZE_MAX means each buffer.
static answer run(const ocl_env *env, const exercise *e, cl_kernel kernel, int poison, size_t other,
                  int other_guard)
{
    answer got = { { NULL } };
    cl_mem whole[MAX_ARGS] = { NULL }, part[MAX_ARGS] = { NULL };
    cl_int err;
    for (size_t k = 0; k < e->arg_count; k++) {
        const exercise_arg *a = &e->args[k];
        if (a->kind == ARG_VALUE) {
            set_value(kernel, (cl_uint)k, a);
            continue;
        }
        if (a->kind == ARG_LOCAL) {
            set_arg(kernel, (cl_uint)k, a, a->bytes, NULL);
            continue;
        }
        if (a->kind == ARG_IMAGE) {
            part[k] = make_image(env, e, a);
            set_arg(kernel, (cl_uint)k, a, sizeof part[k], &part[k]);
            continue;
        }
        const size_t all = a->bytes + 2 * GUARD;
        const int guard = other == k || other == SIZE_MAX ? other_guard : GUARDS[0];
        got.after[k] = ocl_alloc(all);
        memset(got.after[k], guard, all);
        if (a->kind == ARG_OUT)
            memset(got.after[k] + GUARD, poison, a->bytes);
        else
            memcpy(got.after[k] + GUARD, a->before, a->bytes);
        whole[k] = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                             all, got.after[k], &err));
        const cl_buffer_region region = { GUARD, a->bytes };
        part[k] =
            OCL_CREATE(clCreateSubBuffer(whole[k], 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &err));
        set_arg(kernel, (cl_uint)k, a, sizeof part[k], &part[k]);
    }
    launch_and_listen(env, e, kernel);
    for (size_t k = 0; k < e->arg_count; k++) {
        if (whole[k])
            OCL_CHECK(clEnqueueReadBuffer(env->queue, whole[k], CL_TRUE, 0,
                                          e->args[k].bytes + 2 * GUARD, got.after[k], 0, NULL,
                                          NULL));
        if (part[k]) OCL_CHECK(clReleaseMemObject(part[k]));
        if (whole[k]) OCL_CHECK(clReleaseMemObject(whole[k]));
    }
    return got;
}

static void drop(answer *got)
{
    for (size_t k = 0; k < MAX_ARGS; k++)
        free(got->after[k]);
}

// For the simulator: buffers that end where the kernel's ends, which it watches itself.  It numbers
// what lies in global memory, the tables of a program among them: so they are made before it.
static void make_simulated(const ocl_env *env, exercise *e, cl_mem buffers[MAX_ARGS])
{
    exercise_fill(e, SIZE_MAX);
    for (size_t k = 0; k < e->arg_count; k++) {
        const exercise_arg *a = &e->args[k];
        cl_int err;
        const cl_mem_flags copies = a->kind == ARG_OUT ? 0 : CL_MEM_COPY_HOST_PTR;
        if (a->kind == ARG_IMAGE)
            buffers[k] = make_image(env, e, a);
        else if (is_buffer(a))
            buffers[k] = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE | copies,
                                                   a->bytes, copies ? a->before : NULL, &err));
    }
}

// Argument `watched` is a null pointer: the simulator reports each access to it, with the address.
static void run_simulated(const ocl_env *env, exercise *e, cl_kernel kernel, size_t watched,
                          cl_mem buffers[MAX_ARGS])
{
    for (size_t k = 0; k < e->arg_count; k++) {
        const exercise_arg *a = &e->args[k];
        if (a->kind == ARG_VALUE) {
            set_value(kernel, (cl_uint)k, a);
        } else if (a->kind == ARG_LOCAL) {
            set_arg(kernel, (cl_uint)k, a, a->bytes, NULL);
        } else {
            set_arg(kernel, (cl_uint)k, a, sizeof buffers[k], k == watched ? NULL : &buffers[k]);
            printf("buffer %s %s %zu\n", a->name, exercise_type_name(a->type), a->elements);
        }
    }
    printf("items %zu %zu\n", e->global_size[0], e->dims == 2 ? e->global_size[1] : 1);
    fflush(stdout);
    require_launch(e, launch(env, e, kernel));
    for (size_t k = 0; k < e->arg_count; k++)
        if (buffers[k]) OCL_CHECK(clReleaseMemObject(buffers[k]));
    exercise_drop(e);
}

static double element(const exercise_arg *a, const unsigned char *from, size_t i)
{
    switch (a->type) {
    case TYPE_FLOAT:
        return (double)((const float *)(const void *)from)[i];
    case TYPE_UINT:
        return (double)((const uint32_t *)(const void *)from)[i];
    case TYPE_INT:
        return (double)((const int32_t *)(const void *)from)[i];
    case TYPE_ULONG:
        return (double)((const uint64_t *)(const void *)from)[i];
    default:
        return (double)from[i];
    }
}

// A number as text: all digits of an integer, those of a float that tell it from its neighbours.
typedef struct {
    char text[32];
} shown;

static shown show(const exercise_arg *a, const unsigned char *from, size_t i)
{
    shown s;
    snprintf(s.text, sizeof s.text, a->type == TYPE_FLOAT ? "%.9g" : "%.10g", element(a, from, i));
    return s;
}

static bool same(const exercise_arg *a, const unsigned char *one, const unsigned char *two,
                 size_t i)
{
    const size_t size = exercise_type_size(a->type);
    return memcmp(one + GUARD + i * size, two + GUARD + i * size, size) == 0;
}

static bool is_poison(const exercise_arg *a, const unsigned char *after, size_t i, int poison)
{
    const size_t size = exercise_type_size(a->type);
    for (size_t b = 0; b < size; b++)
        if (after[GUARD + i * size + b] != poison) return false;
    return a->kind == ARG_OUT;
}

static bool right(const exercise *e, const exercise_arg *a, const unsigned char *after, size_t i)
{
    const double got = element(a, after + GUARD, i), want = element(a, a->want, i);
    const double bound = a->type == TYPE_FLOAT ? e->bound : 0;
    return fabs(got - want) <= bound;
}

// Writes outside of a buffer.
static bool judge_guards(const exercise *e, const answer *got, int guard)
{
    for (size_t k = 0; k < e->arg_count; k++) {
        const exercise_arg *a = &e->args[k];
        if (!is_buffer(a)) continue;
        const size_t size = exercise_type_size(a->type);
        const unsigned char *behind = got->after[k] + GUARD + a->bytes;
        for (size_t i = 0; i < GUARD; i++)
            if (behind[i] != guard) {
                printf("writes past the end of %s: element %zu of %zu\n", a->name,
                       a->elements + i / size, a->elements);
                return false;
            }
        for (size_t i = 1; i <= GUARD; i++)
            if (got->after[k][GUARD - i] != guard) {
                printf("writes before the start of %s: element -%zu\n", a->name,
                       ocl_divide_up(i, size));
                return false;
            }
    }
    return true;
}

// Wrong elements: the first one, and how many.
static bool judge_values(const exercise *e, const answer *one, const answer *two)
{
    for (size_t k = 0; k < e->arg_count; k++) {
        const exercise_arg *a = &e->args[k];
        if (!is_buffer(a)) continue;
        size_t wrong = 0, first = 0;
        for (size_t i = 0; i < a->elements; i++)
            if (!right(e, a, one->after[k], i) || !right(e, a, two->after[k], i))
                if (wrong++ == 0) first = i;
        if (wrong == 0) continue;
        const unsigned char *from =
            right(e, a, one->after[k], first) ? two->after[k] : one->after[k];
        const shown want = show(a, a->want, first), got = show(a, from + GUARD, first);
        if (a->kind == ARG_IN)
            printf("element %zu of %s is changed to %s; the kernel should only read it", first,
                   a->name, got.text);
        else if (is_poison(a, one->after[k], first, POISON) &&
                 is_poison(a, two->after[k], first, OTHER_POISON))
            printf("element %zu of %s is never written; wanted %s", first, a->name, want.text);
        else
            printf("element %zu of %s is %s; wanted %s", first, a->name, got.text, want.text);
        if (wrong > 1) printf(" (%zu of %zu are wrong)", wrong, a->elements);
        printf("\n");
        return false;
    }
    return true;
}

// The first element that differs in two runs; false when there is none.
static bool differ(const exercise *e, const answer *one, const answer *two, size_t *k, size_t *i)
{
    for (*k = 0; *k < e->arg_count; ++*k)
        if (is_buffer(&e->args[*k]))
            for (*i = 0; *i < e->args[*k].elements; ++*i)
                if (!same(&e->args[*k], one->after[*k], two->after[*k], *i)) return true;
    return false;
}

// Runs that begin alike and end in different ways.
static bool judge_repeats(const ocl_env *env, const exercise *e, cl_kernel kernel,
                          const answer *one)
{
    bool pass = true;
    for (int r = 0; pass && r < SAME_RUNS; r++) {
        answer again = run(env, e, kernel, POISON, SIZE_MAX, GUARDS[0]);
        size_t k, i;
        if (differ(e, one, &again, &k, &i)) {
            const exercise_arg *a = &e->args[k];
            printf("the answer differs from run to run: element %zu of %s was %s, then %s\n", i,
                   a->name, show(a, one->after[k] + GUARD, i).text,
                   show(a, again.after[k] + GUARD, i).text);
            pass = false;
        }
        drop(&again);
    }
    return pass;
}

// Answers that change with what lies outside of a buffer.
static bool judge_reads(const ocl_env *env, const exercise *e, cl_kernel kernel, const answer *one)
{
    for (size_t other = 0; other < e->arg_count; other++)
        for (int g = 1; is_buffer(&e->args[other]) && g < GUARD_COUNT; g++) {
            answer again = run(env, e, kernel, POISON, other, GUARDS[g]);
            size_t k, i;
            const bool changed = differ(e, one, &again, &k, &i);
            drop(&again);
            if (changed) {
                printf("reads outside of %s: what lies there changes element %zu of %s\n",
                       e->args[other].name, i, e->args[k].name);
                return false;
            }
        }
    return true;
}

static bool judge(const ocl_env *env, const exercise *e, cl_kernel kernel)
{
    answer one = run(env, e, kernel, POISON, SIZE_MAX, GUARDS[0]);
    answer two = run(env, e, kernel, OTHER_POISON, SIZE_MAX, GUARDS[1]);
    bool pass = judge_guards(e, &one, GUARDS[0]) && judge_guards(e, &two, GUARDS[1]);
    if (pass) {
        pass = judge_values(e, &one, &two);
        // A race makes any two runs differ: only without one does a difference mean a read.
        if (!judge_repeats(env, e, kernel, &one) || !judge_reads(env, e, kernel, &one))
            pass = false;
    }
    drop(&one);
    drop(&two);
    return pass;
}

static cl_program build(const ocl_env *env, const char *path, const char *options)
{
    unsigned char *text;
    size_t bytes;
    ocl_message why;
    if (!ocl_read_file(path, &text, &bytes, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    cl_int err;
    const char *source = (const char *)text;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, &bytes, &err));
    free(text);
    if (clBuildProgram(program, 1, &env->device, options, NULL, NULL) != CL_SUCCESS) {
        char *log = ocl_build_text(program, env->device, CL_PROGRAM_BUILD_LOG);
        printf("does not build:\n%s\n", log);
        exit(OCL_EXIT_CALL);
    }
    return program;
}

int main(int argc, char **argv)
{
    // Options.  The device is that of $OCL_DEVICE.
    ocl_set_program_name("learn_run");
    const bool watches = argc > 3 && strcmp(argv[3], "watch") == 0;
    if (argc < 3 || (watches ? argc != 6 : argc > 5) ||
        (argc > 3 && !watches && strcmp(argv[3], "simulated") != 0))
        ocl_exit(OCL_EXIT_USAGE,
                 "use it as learn_run RUN.TXT KERNEL.CL [simulated [SIZE] | watch ARGUMENT SIZE]");
    const ocl_about about = { .name = "learn_run", .summary = "Runs an exercise.", .accepts = "d" };
    const ocl_options opt = ocl_parse(1, argv, &about, (ocl_options){ .no_cache = true });
    exercise e = exercise_read(argv[1]);
    if (argc > 4) exercise_read_size(argv[argc - 1], e.simulated);

    // Device, program and kernel.
    ocl_env env = ocl_open(&opt);
    size_t most;
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL));
    if (most < e.local[0] * e.local[1])
        ocl_exit(OCL_EXIT_SKIP, "this device has no work-groups of %zu work-items",
                 e.local[0] * e.local[1]);
    for (size_t k = 0; k < e.arg_count; k++)
        if (e.args[k].kind == ARG_IMAGE) ocl_require_images(env.device);
    cl_mem buffers[MAX_ARGS] = { NULL };
    if (argc > 3) make_simulated(&env, &e, buffers);
    cl_program program = build(&env, argv[2], e.defines);
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, e.kernel, &err);
    cl_uint count = 0;
    if (err == CL_SUCCESS)
        OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL));
    if (err != CL_SUCCESS || count != e.arg_count) {
        if (err != CL_SUCCESS)
            printf("there is no kernel %s in the file\n", e.kernel);
        else
            printf("the kernel %s has %u argument(s); wanted %zu\n", e.kernel, count, e.arg_count);
        return OCL_EXIT_CALL;
    }

    // Each size, up to the first that is wrong.
    bool pass = true;
    if (argc > 3) {
        run_simulated(&env, &e, kernel, watches ? (size_t)atoi(argv[4]) : SIZE_MAX, buffers);
    } else {
        for (size_t s = 0; pass && s < e.size_count; s++) {
            exercise_fill(&e, s);
            if (e.dims == 2)
                printf("%zu columns, %zu rows: ", e.w, e.h);
            else
                printf("n = %zu: ", e.n);
            fflush(stdout);
            pass = judge(&env, &e, kernel);
            if (pass)
                printf("right\n");
            else
                tell_printed();
            free(printed);
            printed = NULL;
            exercise_drop(&e);
        }
    }

    // Release.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    ocl_finish_output();
    return pass ? OCL_EXIT_PASS : OCL_EXIT_WRONG;
}
