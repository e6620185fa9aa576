// SPDX-License-Identifier: MIT

#include "matmul_launch.h"

#include "matmul_tune.h"

// As in matmul.cl: columns of a work-item of coalesced_row, floats of A in local memory, side of a tile.
enum { COLUMNS = 4, PIECE = 1024, TILE = 16 };

// Work-items of matmul_pad in dimension 1, at most.
enum { PAD_ROWS = 1 << 15 };

const char *const MATMUL_VARIANTS[] = {
    "naive", "coalesced_row",    "vector4",     "local_a", "local_a_coalesced",
    "tiled", "register_blocked", "cpu_blocked", "tuned",   NULL
};

static cl_kernel make_kernel(cl_program program, const char *name)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    return kernel;
}

static void set_size(cl_kernel kernel, cl_uint index, size_t size)
{
    const cl_uint value = (cl_uint)size;
    OCL_CHECK(clSetKernelArg(kernel, index, sizeof value, &value));
}

// --- the ladder of matmul.cl

// The side of a tile that a work-group can have, in powers of two.  Some CPUs' work-groups are long in the first
// dimension alone.
static int tile_side(cl_device_id device)
{
    const cl_ulong items = ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const size_t width = ocl_local_limit(device, 0), height = ocl_local_limit(device, 1);
    size_t side = TILE;
    while (side > 1 && (side * side > items || side > width || side > height))
        side /= 2;
    return (int)side;
}

// A work-item makes `columns` of a row's elements.
static size_t columns_of(const char *variant)
{
    if (strcmp(variant, "coalesced_row") == 0) return COLUMNS;
    return strcmp(variant, "vector4") == 0 ? 4 : 1;
}

static matmul_launch prepare_ladder(const matmul_job *job, const char *variant)
{
    const cl_device_id device = job->env->device;
    const int side = tile_side(device);
    const bool aligned = job->n % 4 == 0 && job->k % 4 == 0;
    cl_program program =
        ocl_build(job->env, "matmul.cl", "-DCOLUMNS=%d -DPIECE=%d -DTILE=%d -DALIGNED=%d", COLUMNS,
                  PIECE, side, aligned);
    char name[64];
    snprintf(name, sizeof name, "matmul_%s", variant);
    matmul_launch launch = { .step_count = 1 };
    matmul_step *step = &launch.steps[0];
    step->kernel = make_kernel(program, name);
    OCL_CHECK(clReleaseProgram(program));    // the kernel keeps it

    const bool tiled = strcmp(variant, "tiled") == 0;
    const size_t columns = ocl_divide_up(job->n, columns_of(variant));
    // Few columns get one group: the least power of two that holds them, as ocl_local_size rounds down.
    const size_t local =
        ocl_local_size(step->kernel, device, columns < 256 ? 2 * columns - 1 : 256);
    step->local[0] = tiled ? (size_t)side : local;
    step->local[1] = tiled ? (size_t)side : 1;
    step->global[0] = ocl_round_up(columns, step->local[0]);
    step->global[1] = ocl_round_up(job->m, step->local[1]);

    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof job->d_c, &job->d_c));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof job->d_a, &job->d_a));
    OCL_CHECK(clSetKernelArg(step->kernel, 2, sizeof job->d_b, &job->d_b));
    set_size(step->kernel, 3, job->m);
    set_size(step->kernel, 4, job->n);
    set_size(step->kernel, 5, job->k);
    return launch;
}

// --- register_blocked

// Adds the step that copies a matrix into a larger one with zeros around, and gives the copy; the matrix
// itself when it has that size.
static cl_mem pad(const matmul_job *job, matmul_launch *launch, cl_program program, size_t which,
                  const size_t rows[2], const size_t columns[2])
{
    cl_mem from = which == 0 ? job->d_a : job->d_b;
    if (rows[0] == rows[1] && columns[0] == columns[1]) return from;
    launch->d_scratch[which] =
        ocl_buffer(job->env, CL_MEM_READ_WRITE, rows[1] * columns[1] * sizeof(float), NULL);
    matmul_step *step = &launch->steps[launch->step_count++];
    step->kernel = make_kernel(program, "matmul_pad");
    const size_t extents[] = { columns[1] / 4, rows[1] < PAD_ROWS ? rows[1] : PAD_ROWS };
    const size_t wanted[] = { 64, 4 };
    ocl_local_size_2d(step->kernel, job->env->device, wanted, step->local);
    ocl_global_size_2d(extents, step->local, SIZE_MAX, step->global);
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof(cl_mem), &launch->d_scratch[which]));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof from, &from));
    set_size(step->kernel, 2, rows[1]);
    set_size(step->kernel, 3, columns[1]);
    set_size(step->kernel, 4, rows[0]);
    set_size(step->kernel, 5, columns[0]);
    return launch->d_scratch[which];
}

// Adds the step that adds the parts of the last tiles.
static void add_parts(const matmul_job *job, matmul_launch *launch, cl_program program,
                      const matmul_layout *l)
{
    matmul_step *step = &launch->steps[launch->step_count++];
    step->kernel = make_kernel(program, "matmul_add_parts");
    step->local[0] = ocl_local_size(step->kernel, job->env->device, 256);
    step->global[0] = ocl_round_up(l->floats[2] / l->part_count / 4, step->local[0]);
    step->local[1] = step->global[1] = 1;
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof job->d_c, &job->d_c));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof(cl_mem), &launch->d_scratch[MATMUL_PARTS]));
    set_size(step->kernel, 2, job->m);
    set_size(step->kernel, 3, job->n);
    set_size(step->kernel, 4, l->whole);
    set_size(step->kernel, 5, l->part_count);
}

static matmul_launch prepare_register_blocked(const matmul_job *job, const matmul_blocking *b)
{
    const matmul_layout l = matmul_lay_out(job, b);
    const size_t m[] = { job->m, l.m }, n[] = { job->n, l.n }, k[] = { job->k, l.k };
    char sizes[MATMUL_TEXT];
    matmul_blocking_text(b, sizes);
    cl_program program =
        ocl_build(job->env, "matmul_register_blocked.cl", "%s -DPARTS=%d -DRAGGED=%d", sizes,
                  l.part_count > 1, m[0] != m[1] || n[0] != n[1]);

    matmul_launch launch = { .blocked = true, .blocking = *b };
    const cl_mem d_a = pad(job, &launch, program, 0, m, k);
    const cl_mem d_b = pad(job, &launch, program, 1, k, n);
    launch.product = launch.step_count++;
    matmul_step *step = &launch.steps[launch.product];
    step->kernel = make_kernel(program, "matmul_register_blocked");
    const size_t items = (size_t)(b->bm / b->tm * (b->bn / b->tn) * b->slices);
    step->local[0] = items;
    step->global[0] = (l.whole + (l.tiles - l.whole) * l.part_count) * items;
    step->local[1] = step->global[1] = 1;
    if (l.part_count > 1) {
        launch.d_scratch[MATMUL_PARTS] =
            ocl_buffer(job->env, CL_MEM_READ_WRITE, l.floats[2] * sizeof(float), NULL);
        add_parts(job, &launch, program, &l);
    }
    OCL_CHECK(clReleaseProgram(program));
    const float alpha = 1.0f;
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof job->d_c, &job->d_c));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(step->kernel, 2, sizeof d_b, &d_b));
    set_size(step->kernel, 3, job->m);
    set_size(step->kernel, 4, job->n);
    set_size(step->kernel, 5, k[1]);
    set_size(step->kernel, 6, n[1]);
    OCL_CHECK(clSetKernelArg(step->kernel, 7, sizeof alpha, &alpha));
    OCL_CHECK(clSetKernelArg(step->kernel, 8, sizeof(cl_mem), &launch.d_scratch[MATMUL_PARTS]));
    set_size(step->kernel, 9, l.whole);
    set_size(step->kernel, 10, l.part_count);
    set_size(step->kernel, 11, l.first_steps);
    set_size(step->kernel, 12, l.later_steps);
    return launch;
}

// --- cpu_blocked

static matmul_launch prepare_cpu_blocked(const matmul_job *job, const matmul_blocking *b)
{
    const matmul_layout l = matmul_lay_out(job, b);
    char sizes[MATMUL_TEXT];
    matmul_blocking_text(b, sizes);
    cl_program program = ocl_build(job->env, "matmul_cpu_blocked.cl", "%s", sizes);
    matmul_launch launch = { .blocked = true, .blocking = *b, .step_count = 1 };
    for (int i = 0; i < 2; i++)
        launch.d_scratch[i] =
            ocl_buffer(job->env, CL_MEM_READ_WRITE, l.floats[i] * sizeof(float), NULL);
    matmul_step *step = &launch.steps[0];
    step->kernel = make_kernel(program, "matmul_cpu_blocked");
    OCL_CHECK(clReleaseProgram(program));
    step->global[0] = l.items;
    step->global[1] = step->local[0] = step->local[1] = 1;    // a core each
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof job->d_c, &job->d_c));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof(cl_mem), &launch.d_scratch[0]));
    OCL_CHECK(clSetKernelArg(step->kernel, 2, sizeof(cl_mem), &launch.d_scratch[1]));
    OCL_CHECK(clSetKernelArg(step->kernel, 3, sizeof job->d_a, &job->d_a));
    OCL_CHECK(clSetKernelArg(step->kernel, 4, sizeof job->d_b, &job->d_b));
    set_size(step->kernel, 5, job->m);
    set_size(step->kernel, 6, job->n);
    set_size(step->kernel, 7, job->k);
    set_size(step->kernel, 8, l.panels);
    set_size(step->kernel, 9, l.part);
    return launch;
}

// --- all of them

matmul_launch matmul_prepare_blocked(const matmul_job *job, const matmul_blocking *blocking)
{
    return blocking->cpu ? prepare_cpu_blocked(job, blocking)
                         : prepare_register_blocked(job, blocking);
}

// False for the ladder of matmul.cl.
static bool choose_blocking(const matmul_job *job, const char *variant, matmul_blocking *blocking)
{
    if (strcmp(variant, "register_blocked") == 0)
        *blocking = matmul_default_blocking(job->env->device, false, job->m, job->n);
    else if (strcmp(variant, "cpu_blocked") == 0)
        *blocking = matmul_default_blocking(job->env->device, true, job->m, job->n);
    else if (strcmp(variant, "tuned") == 0)
        *blocking = matmul_tuned_blocking(job);
    else
        return false;
    ocl_message why;
    if (job->sizes && !matmul_blocking_parse(blocking, job->sizes, &why))
        ocl_exit(OCL_EXIT_USAGE, "--blocking: %s", why.text);
    return true;
}

int matmul_can_run(const matmul_job *job, const char *variant, ocl_message *why)
{
    matmul_blocking blocking;
    if (!choose_blocking(job, variant, &blocking)) return OCL_EXIT_PASS;
    return matmul_can_run_blocked(job, &blocking, why);
}

matmul_launch matmul_prepare(const matmul_job *job, const char *variant)
{
    matmul_blocking blocking;
    if (!choose_blocking(job, variant, &blocking)) return prepare_ladder(job, variant);
    ocl_message why;
    const int status = matmul_can_run_blocked(job, &blocking, &why);
    if (status != OCL_EXIT_PASS) ocl_exit(status, "%s: %s", variant, why.text);
    return matmul_prepare_blocked(job, &blocking);
}

void matmul_enqueue(const matmul_launch *launch, cl_command_queue queue, cl_event *first,
                    cl_event *last)
{
    for (size_t i = 0; i < launch->step_count; i++) {
        const matmul_step *step = &launch->steps[i];
        ocl_enqueue_2d(queue, step->kernel, step->global, step->local, i == 0 ? first : NULL,
                       i + 1 == launch->step_count ? last : NULL);
    }
}

double matmul_run_ns(const matmul_launch *launch, cl_command_queue queue)
{
    cl_event first, last;
    matmul_enqueue(launch, queue, &first, &last);
    const double ns = ocl_event_ns(first, last);
    OCL_CHECK(clReleaseEvent(last));
    OCL_CHECK(clReleaseEvent(first));
    return ns;
}

void matmul_release(matmul_launch *launch)
{
    for (size_t i = 0; i < launch->step_count; i++)
        OCL_CHECK(clReleaseKernel(launch->steps[i].kernel));
    for (size_t i = 0; i < MATMUL_SCRATCH; i++)
        if (launch->d_scratch[i]) OCL_CHECK(clReleaseMemObject(launch->d_scratch[i]));
}
