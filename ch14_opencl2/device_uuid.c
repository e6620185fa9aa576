// SPDX-License-Identifier: MIT
//
// device_uuid - the same device found through OpenCL and through Vulkan.
//
// Shows   the UUIDs of devices and drivers in both APIs; which device of one is which of the other,
//         and whether one driver serves both; LUIDs
// Uses    clGetDeviceInfo with CL_DEVICE_UUID, CL_DRIVER_UUID, CL_DEVICE_LUID_VALID,
//         CL_DEVICE_LUID, CL_DEVICE_NODE_MASK (cl_khr_device_uuid, OpenCL 3.1);
//         vkGetPhysicalDeviceProperties2 with VkPhysicalDeviceIDProperties (Vulkan 1.1)
// Try     device_uuid -d gpu

#include "ocl.h"

#ifdef OCL_HAVE_VULKAN
#include "vulkan/instance.h"
#endif

enum { MAX_DEVICES = 64 };

// Of newer headers than those of Debian 12.
enum {
    DEVICE_UUID = 0x106A,          // CL_DEVICE_UUID
    DRIVER_UUID = 0x106B,          // CL_DRIVER_UUID
    DEVICE_LUID_VALID = 0x106C,    // CL_DEVICE_LUID_VALID
    DEVICE_LUID = 0x106D,          // CL_DEVICE_LUID
    DEVICE_NODE_MASK = 0x106E      // CL_DEVICE_NODE_MASK
};

enum { UUID_BYTES = 16, LUID_BYTES = 8 };

// What a device says about who it is, in OpenCL or in Vulkan.
typedef struct {
    const char *api;      // "OpenCL" or "Vulkan"
    const char *type;     // "cpu", "gpu", ...
    const void *group;    // the platform: devices of one group are different devices
    char name[256];
    bool has_uuid;
    cl_uchar device[UUID_BYTES], driver[UUID_BYTES], luid[LUID_BYTES];
    bool has_luid;
    cl_uint node_mask;
} identity;

enum { MAX_TEXT = 2 * UUID_BYTES + 5 };

// In hexadecimal; UUIDs in the usual five parts.
static const char *bytes_text(char text[MAX_TEXT], const cl_uchar *bytes, size_t count)
{
    size_t used = 0;
    for (size_t k = 0; k < count; k++) {
        const bool part = count == UUID_BYTES && (k == 4 || k == 6 || k == 8 || k == 10);
        used += (size_t)snprintf(text + used, MAX_TEXT - used, "%s%02x", part ? "-" : "", bytes[k]);
    }
    return text;
}

// One row each.
static void show_identities(ocl_report *report, const identity *devices, size_t count)
{
    ocl_table table =
        ocl_table_open(report, "devices", "API, type, device UUID, driver UUID, LUID, name");
    for (size_t k = 0; k < count; k++) {
        const identity *d = &devices[k];
        char device[MAX_TEXT] = "-", driver[MAX_TEXT] = "-", luid[MAX_TEXT] = "-";
        if (d->has_uuid) {
            bytes_text(device, d->device, UUID_BYTES);
            bytes_text(driver, d->driver, UUID_BYTES);
            if (d->has_luid) bytes_text(luid, d->luid, LUID_BYTES);
        }
        ocl_table_row(&table, "%-6s  %-11s  %-36s  %-36s  %-16s  %s", d->api, d->type, device,
                      driver, luid, d->name);
    }
}

// Whether both are the same device, and come from the same driver.
static bool same_device(const identity *a, const identity *b)
{
    return a->has_uuid && b->has_uuid && memcmp(a->device, b->device, UUID_BYTES) == 0;
}

static bool same_driver(const identity *a, const identity *b)
{
    return a->has_uuid && b->has_uuid && memcmp(a->driver, b->driver, UUID_BYTES) == 0;
}

static bool has_uuid(cl_device_id device)
{
    return ocl_device_version(device) >= 31 || ocl_has_extension(device, "cl_khr_device_uuid");
}

// An answer has exactly so many bytes.
static void ask(cl_device_id device, cl_device_info query, void *value, size_t bytes)
{
    size_t got = 0;
    OCL_CHECK(clGetDeviceInfo(device, query, bytes, value, &got));
    if (got != bytes)
        ocl_exit(OCL_EXIT_WRONG, "clGetDeviceInfo 0x%x gives %zu bytes, not %zu", (unsigned)query,
                 got, bytes);
}

static identity of_opencl(cl_device_id device)
{
    identity d = { .api = "OpenCL",
                   .type = ocl_type_name(device),
                   .group = ocl_device_platform(device),
                   .has_uuid = has_uuid(device) };
    char *name = ocl_device_text(device, CL_DEVICE_NAME);
    snprintf(d.name, sizeof d.name, "%s", name);
    free(name);
    if (!d.has_uuid) return d;
    cl_bool has_luid = CL_FALSE;
    ask(device, DEVICE_UUID, d.device, sizeof d.device);
    ask(device, DRIVER_UUID, d.driver, sizeof d.driver);
    ask(device, DEVICE_LUID_VALID, &has_luid, sizeof has_luid);
    d.has_luid = has_luid;
    if (d.has_luid) {    // else the two are undefined
        ask(device, DEVICE_LUID, d.luid, sizeof d.luid);
        ask(device, DEVICE_NODE_MASK, &d.node_mask, sizeof d.node_mask);
    }
    return d;
}

#ifdef OCL_HAVE_VULKAN
static const char NO_VULKAN[] = "no device of Vulkan 1.1 (package mesa-vulkan-drivers)";

static const char *type_in_vulkan(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return "cpu";
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return "gpu";
    default:
        return "other";
    }
}

static identity of_vulkan(VkPhysicalDevice device, VkInstance instance)
{
    VkPhysicalDeviceIDProperties id = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES };
    VkPhysicalDeviceProperties2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                        .pNext = &id };
    vkGetPhysicalDeviceProperties(device, &all.properties);
    identity d = { .api = "Vulkan",
                   .type = type_in_vulkan(all.properties.deviceType),
                   .group = instance,
                   .has_uuid = all.properties.apiVersion >= VK_API_VERSION_1_1 };
    snprintf(d.name, sizeof d.name, "%s", all.properties.deviceName);
    if (!d.has_uuid) return d;
    vkGetPhysicalDeviceProperties2(device, &all);
    d.has_luid = id.deviceLUIDValid;
    memcpy(d.device, id.deviceUUID, sizeof d.device);
    memcpy(d.driver, id.driverUUID, sizeof d.driver);
    if (d.has_luid) {
        memcpy(d.luid, id.deviceLUID, sizeof d.luid);
        d.node_mask = id.deviceNodeMask;
    }
    return d;
}
#else
static const char NO_VULKAN[] = "built without Vulkan (package libvulkan-dev)";
#endif

// All devices of all platforms, and all of Vulkan.
static size_t gather(identity devices[MAX_DEVICES])
{
    cl_device_id *all;
    const cl_uint opencl = ocl_all_devices(&all);
    size_t count = 0;
    for (cl_uint k = 0; k < opencl && count < MAX_DEVICES; k++)
        devices[count++] = of_opencl(all[k]);
    free(all);
#ifdef OCL_HAVE_VULKAN
    VkInstance instance = vulkan_open((vulkan_names){ 0 });
    if (instance) {
        uint32_t vulkan;
        VkPhysicalDevice *others = vulkan_devices(instance, &vulkan);
        for (uint32_t k = 0; k < vulkan && count < MAX_DEVICES; k++)
            devices[count++] = of_vulkan(others[k], instance);
        free(others);
        vkDestroyInstance(instance, NULL);
    }
#endif
    return count;
}

// A UUID does not change: Vulkan's second answer is that of another instance.  A LUID goes with
// one bit of the node mask.
static ocl_result verify_same(const identity *first, const identity *second, size_t count)
{
    ocl_result result = { .pass = true };
    for (size_t k = 0; k < count; k++) {
        if (!first[k].has_uuid) continue;
        result = ocl_result_both(
            result, ocl_verify_bytes(first[k].name, second[k].device, first[k].device, UUID_BYTES));
        result = ocl_result_both(
            result, ocl_verify_bytes(first[k].name, second[k].driver, first[k].driver, UUID_BYTES));
        result = ocl_result_both(
            result, ocl_verify_bytes(first[k].name, second[k].luid, first[k].luid, LUID_BYTES));
        const cl_uint mask = first[k].node_mask;
        const bool one_bit = mask != 0 && (mask & (mask - 1)) == 0;
        if (first[k].has_luid)
            result = ocl_result_both(result, ocl_verify_equal("node mask", one_bit, true));
    }
    return result;
}

// One driver gives different devices different UUIDs.  Two drivers may have the same device.
static ocl_result verify_different(const identity *devices, size_t count)
{
    ocl_result result = { .pass = true };
    for (size_t a = 0; a < count; a++)
        for (size_t b = a + 1; b < count; b++)
            if (devices[a].group == devices[b].group && same_driver(&devices[a], &devices[b]))
                result = ocl_result_both(
                    result,
                    ocl_verify_equal("same UUID", same_device(&devices[a], &devices[b]), false));
    return result;
}

// What is the same device in both APIs has the same type in both, and the same LUID if any.
static ocl_result show_pairs(ocl_report *report, const identity *devices, size_t count)
{
    ocl_result result = { .pass = true };
    ocl_table table = ocl_table_open(report, "same", "same device, in OpenCL, in Vulkan");
    for (size_t a = 0; a < count; a++)
        for (size_t b = a + 1; b < count; b++) {
            const identity *x = &devices[a], *y = &devices[b];
            if (strcmp(x->api, y->api) == 0 || !same_device(x, y)) continue;
            const char *driver = same_driver(x, y) ? "same driver" : "other driver";
            ocl_table_row(&table, "%-12s  %-40s  %s", driver, x->name, y->name);
            result = ocl_result_both(
                result, ocl_verify_equal("same type", strcmp(x->type, y->type) == 0, true));
            if (x->has_luid && y->has_luid)
                result =
                    ocl_result_both(result, ocl_verify_bytes("LUID", x->luid, y->luid, LUID_BYTES));
        }
    if (result.count == 0) ocl_report_note(report, "no device has the same UUID in both");
    return result;
}

// A row where there was something to compare.
static void report_compared(ocl_report *report, const char *what, ocl_result result)
{
    if (result.count > 0) ocl_report_result(report, what, result);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_uuid",
                              .summary = "The same device found through OpenCL and Vulkan.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 0 } });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);

    identity devices[MAX_DEVICES], again[MAX_DEVICES];
    const size_t count = gather(devices);
    const size_t count_again = gather(again);
    show_identities(report, devices, count);
    if (strcmp(devices[count - 1].api, "Vulkan") != 0) ocl_report_note(report, "%s", NO_VULKAN);
    const ocl_result pairs = show_pairs(report, devices, count);
    ocl_result same = ocl_verify_equal("devices", (long long)count_again, (long long)count);
    if (same.pass) same = ocl_result_both(same, verify_same(devices, again, count));
    ocl_report_result(report, "asked twice", same);
    report_compared(report, "different devices", verify_different(devices, count));
    report_compared(report, "the same device in both", pairs);
    if (!has_uuid(env.device)) ocl_report_lacking(report, "this device has no cl_khr_device_uuid");

    ocl_close(&env);
    return ocl_report_close(report);
}
