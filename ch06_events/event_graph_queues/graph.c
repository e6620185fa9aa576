// SPDX-License-Identifier: MIT

#include "graph.h"

const event_graph_edge EVENT_GRAPH[EDGES] = { { WRITE_A, KERNEL_A },
                                              { WRITE_B, KERNEL_A },
                                              { WRITE_C, KERNEL_B },
                                              { KERNEL_A, KERNEL_B },
                                              { KERNEL_B, READ } };

const char *const EVENT_GRAPH_EDGE_NAMES[] = { "none",
                                               "write_A:kernel_A",
                                               "write_B:kernel_A",
                                               "write_C:kernel_B",
                                               "kernel_A:kernel_B",
                                               "kernel_B:read",
                                               NULL };

const char *const EVENT_GRAPH_VARIANT_NAMES[] = { "in_order", "out_of_order", "two_queues", NULL };

const event_graph_variant EVENT_GRAPH_VARIANTS[VARIANTS] = {
    { .name = "in_order", .in_order = true },
    { .name = "out_of_order", .in_order = false },
    { .name = "two_queues",
      .in_order = true,
      .queue_of = { [WRITE_C] = 1, [KERNEL_B] = 1, [READ] = 1 } },
};

bool event_graph_can_run(const ocl_env *env, const event_graph_variant *variant, ocl_report *report)
{
    const bool out_of_order = ocl_device_number(env->device, CL_DEVICE_QUEUE_PROPERTIES) &
                              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    if (!ocl_wants(env->options, variant->name)) return false;
    if (variant->in_order || out_of_order) return true;
    if (env->options->variant) ocl_exit(OCL_EXIT_SKIP, "this device has no out-of-order queues");
    ocl_report_note(report, "%s is left out: this device has no out-of-order queues",
                    variant->name);
    return false;
}
