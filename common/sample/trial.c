// SPDX-License-Identifier: MIT

#include "trial.h"

#include "attributes.h"
#include "pace.h"
#include "system/clock.h"
#include "system/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool is_image(cl_mem memory)
{
    cl_mem_object_type type;
    OCL_CHECK(clGetMemObjectInfo(memory, CL_MEM_TYPE, sizeof type, &type, NULL));
    return type != CL_MEM_OBJECT_BUFFER;
}

static void add_output(ocl_trial *trial, ocl_trial_output output)
{
    assert(trial->output_count < OCL_TRIAL_OUTPUTS);
    output.is_image = output.memory && is_image(output.memory);
    trial->outputs[trial->output_count++] = output;
}

ocl_trial ocl_trial_open(const ocl_env *env, const char *name, cl_mem output, size_t bytes)
{
    ocl_trial trial = { .env = env, .name = name };
    if (output) ocl_trial_also(&trial, output, bytes);
    return trial;
}

void ocl_trial_also(ocl_trial *trial, cl_mem output, size_t bytes)
{
    add_output(trial, (ocl_trial_output){ .memory = output, .bytes = bytes });
}

void ocl_trial_also_host(ocl_trial *trial, void *output, size_t bytes)
{
    add_output(trial, (ocl_trial_output){ .host = output, .bytes = bytes });
}

void ocl_trial_scratch(ocl_trial *trial, cl_mem memory, size_t bytes)
{
    add_output(trial, (ocl_trial_output){ .memory = memory, .bytes = bytes, .is_scratch = true });
}

// --- images

typedef struct {
    size_t region[3], bytes;
} image_extent;

static size_t image_number(cl_mem image, cl_image_info which)
{
    size_t number;
    OCL_CHECK(clGetImageInfo(image, which, sizeof number, &number, NULL));
    return number;
}

// A height or a depth that an image does not have is 0; an array's layers stand in its place.
static image_extent extent_of(cl_mem image)
{
    const cl_image_info queries[] = { CL_IMAGE_WIDTH, CL_IMAGE_HEIGHT, CL_IMAGE_DEPTH,
                                      CL_IMAGE_ARRAY_SIZE };
    image_extent extent = { .region = { 1, 1, 1 },
                            .bytes = image_number(image, CL_IMAGE_ELEMENT_SIZE) };
    size_t dimension = 0;
    for (int i = 0; i < 4; i++) {
        const size_t number = image_number(image, queries[i]);
        if (number == 0) continue;
        extent.region[dimension++] = number;
        extent.bytes *= number;
    }
    return extent;
}

static void poison_image(cl_command_queue queue, cl_mem image, size_t run)
{
    const size_t origin[3] = { 0, 0, 0 };
    const image_extent extent = extent_of(image);
    void *poison = ocl_alloc(extent.bytes);
    memset(poison, ocl_poison_byte(run), extent.bytes);
    OCL_CHECK(clEnqueueWriteImage(queue, image, CL_TRUE, origin, extent.region, 0, 0, poison, 0,
                                  NULL, NULL));
    free(poison);
}

static void add_image(ocl_answers *answers, cl_command_queue queue, cl_mem image)
{
    const size_t origin[3] = { 0, 0, 0 };
    const image_extent extent = extent_of(image);
    void *pixels = ocl_alloc(extent.bytes);
    OCL_CHECK(clEnqueueReadImage(queue, image, CL_TRUE, origin, extent.region, 0, 0, pixels, 0,
                                 NULL, NULL));
    ocl_answers_add_host(answers, pixels, extent.bytes);
    free(pixels);
}

// --- before and after a run

static void poison(const ocl_trial *trial, const ocl_trial_output *output)
{
    const cl_command_queue queue = trial->env->queue;
    if (output->host)
        memset(output->host, ocl_poison_byte(trial->run), output->bytes);
    else if (output->is_image)
        poison_image(queue, output->memory, trial->run);
    else if (trial->env->driver == OCL_OCLGRIND)    // see ocl_poison_write
        ocl_poison_write(queue, output->memory, output->bytes, trial->run);
    else
        ocl_poison_run(queue, output->memory, output->bytes, trial->run);
}

static void add_answer(const ocl_trial *trial, ocl_trial_output *output)
{
    const cl_command_queue queue = trial->env->queue;
    if (output->is_scratch) return;
    if (output->host)
        ocl_answers_add_host(&output->answers, output->host, output->bytes);
    else if (output->is_image)
        add_image(&output->answers, queue, output->memory);
    else
        ocl_answers_add(&output->answers, queue, output->memory, output->bytes);
}

static void begin_run(ocl_trial *trial)
{
    for (size_t i = 0; i < trial->output_count; i++)
        poison(trial, &trial->outputs[i]);
    trial->first = trial->done = NULL;
    trial->host_ns = trial->start_ns = 0.0;
}

void ocl_trial_start_clock(ocl_trial *trial)
{
    OCL_CHECK(clFinish(trial->env->queue));
    trial->start_ns = ocl_wall_ns();
}

static void take_time(ocl_trial *trial)
{
    if (trial->start_ns > 0.0) {
        OCL_CHECK(clFinish(trial->env->queue));
        trial->host_ns = ocl_wall_ns() - trial->start_ns;
    }
    assert(trial->done || trial->host_ns > 0.0);
    if (trial->first)
        ocl_times_take_span(&trial->times, trial->run, trial->first, trial->done);
    else if (trial->done)
        ocl_times_take(&trial->times, trial->run, trial->done);
    else if (trial->run > 0)
        ocl_times_add(&trial->times, trial->host_ns);
}

static void end_run(ocl_trial *trial)
{
    take_time(trial);
    for (size_t i = 0; i < trial->output_count; i++)
        add_answer(trial, &trial->outputs[i]);
    trial->run++;
}

static bool is_another_due(ocl_trial *trial)
{
    const ocl_options *options = trial->env->options;
    if (trial->run > options->repeat) return false;
    if (trial->run == 1) trial->last_ns = ocl_wall_ns() + ocl_pace_budget_ns(trial->env);
    if (trial->run <= 1 || ocl_pace_is_exact(options) || ocl_wall_ns() < trial->last_ns)
        return true;
    trial->cut = options->repeat_given;
    return false;
}

bool ocl_trial_next(ocl_trial *trial)
{
    if (trial->begun) end_run(trial);
    trial->begun = is_another_due(trial);
    if (trial->begun) begin_run(trial);
    return trial->begun;
}

// --- the row

ocl_result ocl_trial_answers(const ocl_trial *trial, ocl_result result)
{
    for (size_t i = 0; i < trial->output_count; i++)
        if (trial->outputs[i].answers.count > 1)
            result = ocl_result_both(result,
                                     ocl_verify_answers(trial->name, &trial->outputs[i].answers));
    return result;
}

void ocl_trial_report(ocl_trial *trial, ocl_report *report, const ocl_work *work, ocl_result result)
{
    if (trial->cut) ocl_report_fewer_runs(report, trial->name, trial->times.runs);
    ocl_row row = { .name = trial->name,
                    .times = &trial->times,
                    .work = work->amount,
                    .unit = work->unit,
                    .limit = work->limit,
                    .result = ocl_trial_answers(trial, result) };
    ocl_judge_rate(trial->env, &row);
    ocl_report_row(report, &row);
}
