// SPDX-License-Identifier: MIT
//
// An OpenCL layer that makes one call of a program fail, to see whether the program notices.
//
//     OPENCL_LAYERS=.../libfault_layer.so OCL_SAMPLES_FAULT=K OCL_SAMPLES_FAULT_LOG=FILE PROGRAM
//
// OCL_SAMPLES_FAULT is one of
//
//     K         the K-th call is not made: it gives CL_OUT_OF_RESOURCES, or NULL if it has no way
//               to tell an error
//     later:K   the K-th command that does not block is enqueued, and ends with an error: its event
//               has the status CL_OUT_OF_RESOURCES, and what it should do does not happen.  Nor do
//               commands whose wait lists have this event, or that of such a command
//     alone:K   the same, but the driver decides what becomes of commands that wait for this event:
//               PoCL 3.1 keeps them for ever
//     accept:K  the K-th call that the driver refuses succeeds, as if the driver had a fault
//
// The name of what fails is printed to standard error.  The names of all calls, in their order, are
// appended to FILE, those of commands that could end with an error once more as "later NAME", with
// " KERNEL" behind a launch, and " without event" where the program asks for none.  With accept the
// names of refused calls stand there once more, as "refused NAME".
//
// The loader (ocl-icd 2.3, Khronos' of 2021, and newer) puts the layer between the program and the
// driver, so that calls inside the driver do not count.  fault_memory.c makes host memory fail.

#include "layer.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static const cl_int FAULT = CL_OUT_OF_RESOURCES;
static const cl_int IN_VAIN = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
static const char LATER[] = "later:", ALONE[] = "alone:", ACCEPT[] = "accept:";

static atomic_ulong calls, commands, refusals;    // drivers call back from threads of their own

static void write_log(const char *kind, const char *name)
{
    const char *path = getenv("OCL_SAMPLES_FAULT_LOG");
    FILE *log = path ? fopen(path, "a") : NULL;
    if (!log) return;
    fprintf(log, "%s%s\n", kind, name);
    fclose(log);
}

// Whether the user wishes that number `number` of this kind fails.
static bool is_wished(const char *kind, unsigned long number)
{
    const char *wish = getenv("OCL_SAMPLES_FAULT");
    if (!wish || strncmp(wish, kind, strlen(kind)) != 0) return false;
    return strtoul(wish + strlen(kind), NULL, 10) == number;
}

// Counts a call; whether it has to fail.
static bool fails(const char *name)
{
    const unsigned long number = atomic_fetch_add(&calls, 1) + 1;
    write_log("", name);
    if (!is_wished("", number)) return false;
    fprintf(stderr, "call %lu fails: %s\n", number, name);
    return true;
}

// What the driver answers, or CL_SUCCESS in place of a refusal.  What was not made need not be
// released.
static cl_int accepted(const char *name, cl_int answer)
{
    const char *wish = getenv("OCL_SAMPLES_FAULT");
    if (answer >= 0 || !wish || strncmp(wish, ACCEPT, strlen(ACCEPT)) != 0) return answer;
    if (strncmp(name, "clRelease", strlen("clRelease")) == 0) return CL_SUCCESS;
    const unsigned long number = atomic_fetch_add(&refusals, 1) + 1;
    write_log("refused ", name);
    if (!is_wished(ACCEPT, number)) return answer;
    fprintf(stderr, "refusal %lu is none: %s\n", number, name);
    return CL_SUCCESS;
}

// Counts a command; whether it has to fail.  A command that blocks would tell.
static bool fails_later(const char *name, cl_kernel kernel, cl_bool blocks, const cl_event *event)
{
    if (blocks) return false;
    const unsigned long number = atomic_fetch_add(&commands, 1) + 1;
    char function[100] = "", what[200];
    if (kernel)
        target.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof function, function, NULL);
    snprintf(what, sizeof what, "%s%s%s%s", name, *function ? " " : "", function,
             event ? "" : " without event");
    write_log("later ", what);
    if (!is_wished(LATER, number) && !is_wished(ALONE, number)) return false;
    fprintf(stderr, "command %lu fails later: %s\n", number, what);
    return true;
}

// Whether a command waits for one that has failed already.  Then it must fail, too.
static bool waits_in_vain(cl_uint count, const cl_event *events)
{
    const char *wish = getenv("OCL_SAMPLES_FAULT");
    if (!wish || strncmp(wish, LATER, strlen(LATER)) != 0 || !events) return false;
    cl_int status = CL_COMPLETE, err = CL_SUCCESS;
    for (cl_uint i = 0; i < count && err == CL_SUCCESS && status >= 0; i++)
        err = target.clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                                    &status, NULL);
    return err == CL_SUCCESS && status < 0;
}

// Stands for a command that was enqueued.  A user event that has failed behaves like its event: who
// waits for it learns of the error.
static cl_int enqueue_failure(cl_command_queue queue, cl_event *event, cl_int fault)
{
    if (!event) return CL_SUCCESS;
    cl_context context;
    cl_int err =
        target.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    if (err == CL_SUCCESS) *event = target.clCreateUserEvent(context, &err);
    return err == CL_SUCCESS ? target.clSetUserEventStatus(*event, fault) : err;
}

#include "fault_wrappers.h"    // fault_NAME for each function of cl.h, and wrap_all

static const char *layer_name(void)
{
    return "fault";
}

static void layer_wrap(void)
{
    wrap_all();
}
