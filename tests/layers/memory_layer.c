// SPDX-License-Identifier: MIT
//
// An OpenCL layer that stands in for cl_khr_external_memory_opaque_fd, so that programs that share
// memory with Vulkan and OpenGL run, and are judged, on a CPU where no driver can.
//
//     OPENCL_LAYERS=.../libmemory_layer.so [OCL_TEST_MEMORY=other|driver|uuid] PROGRAM
//
// The file descriptors must be those of Mesa's Vulkan for CPUs, lavapipe: such a one stands for
// memory of the host.  It begins with two numbers: how many bytes there are, and where those of the
// program begin.  The layer maps it and makes a buffer of it with CL_MEM_USE_HOST_PTR, which a
// device of the host uses as it is.  So the memory is really shared, and who comes too early is
// seen.  Each device has the UUIDs of the first Vulkan device.
//
// A buffer that is acquired twice, or released without being acquired, is refused with
// CL_INVALID_OPERATION.
//
// OCL_TEST_MEMORY breaks it: with other the buffer is another memory, which a comparison must
// notice; with driver the driver itself is asked for the buffer; with uuid the UUIDs are 0.

#define _GNU_SOURCE    // pread

#include "layer.h"

#include <CL/cl_ext.h>
#include <vulkan/vulkan.h>

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Of newer headers than those of Debian 12.
enum { DEVICE_UUID = 0x106A, DRIVER_UUID = 0x106B };

typedef struct external external;
struct external {
    cl_mem buffer;
    void *mapped;
    size_t bytes;
    bool is_acquired;
    external *next;
};

static external *first;    // of all buffers that were imported; programs have one thread

static bool is_wanted(const char *how)
{
    const char *wanted = getenv("OCL_TEST_MEMORY");
    return wanted && strcmp(wanted, how) == 0;
}

// --- buffers

static void CL_CALLBACK unmap(cl_mem buffer, void *data)
{
    external *e = data, **at = &first;
    (void)buffer;
    while (*at != e)
        at = &(*at)->next;
    *at = e->next;
    if (e->mapped) munmap(e->mapped, e->bytes);
    free(e);
}

// The program's bytes of the memory that the file descriptor stands for, which is closed; NULL if
// it is not lavapipe's.
static void *map(external *e, int fd, size_t wanted)
{
    uint64_t sizes[2];    // of all; of what is not the program's
    const bool is_read = pread(fd, sizes, sizeof sizes, 0) == (ssize_t)sizeof sizes;
    if (!is_read || sizes[1] > sizes[0] || wanted > sizes[0] - sizes[1]) return NULL;
    e->bytes = (size_t)sizes[0];
    void *all = mmap(NULL, e->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (all == MAP_FAILED) return NULL;
    e->mapped = all;
    close(fd);
    return (char *)all + sizes[1];
}

static cl_mem import(cl_context context, cl_mem_flags flags, size_t bytes, int fd, cl_int *err)
{
    external *e = calloc(1, sizeof *e);
    void *host = e && !is_wanted("other") ? map(e, fd, bytes) : NULL;
    *err = e ? CL_INVALID_PROPERTY : CL_OUT_OF_HOST_MEMORY;
    if (host || (e && is_wanted("other")))
        e->buffer = target.clCreateBuffer(context, host ? flags | CL_MEM_USE_HOST_PTR : flags,
                                          bytes, host, err);
    if (!e || !e->buffer) {
        if (host) munmap(e->mapped, e->bytes);
        free(e);
        return NULL;
    }
    e->next = first;
    first = e;
    target.clSetMemObjectDestructorCallback(e->buffer, unmap, e);
    return e->buffer;
}

static cl_mem CL_API_CALL create(cl_context context, const cl_mem_properties *list,
                                 cl_mem_flags flags, size_t bytes, void *host, cl_int *err)
{
    cl_int ignored;
    if (!list || list[0] != CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR || list[2] != 0 ||
        is_wanted("driver"))
        return target.clCreateBufferWithProperties(context, list, flags, bytes, host, err);
    return import(context, flags, bytes, (int)list[1], err ? err : &ignored);
}

// --- acquire and release

static cl_int hand_over(cl_command_queue queue, cl_uint count, const cl_mem *list, bool acquires)
{
    if (count == 0 || !list) return CL_INVALID_VALUE;
    for (cl_uint k = 0; k < count; k++) {
        external *e = first;
        while (e && e->buffer != list[k])
            e = e->next;
        if (!e && !is_wanted("driver")) return CL_INVALID_MEM_OBJECT;
        if (e && e->is_acquired == acquires) return CL_INVALID_OPERATION;
        if (e) e->is_acquired = acquires;
    }
    return queue ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

static cl_int CL_API_CALL acquire(cl_command_queue queue, cl_uint count, const cl_mem *list,
                                  cl_uint waits, const cl_event *wait, cl_event *event)
{
    const cl_int status = hand_over(queue, count, list, true);
    return status == CL_SUCCESS ? target.clEnqueueMarkerWithWaitList(queue, waits, wait, event)
                                : status;
}

static cl_int CL_API_CALL release(cl_command_queue queue, cl_uint count, const cl_mem *list,
                                  cl_uint waits, const cl_event *wait, cl_event *event)
{
    const cl_int status = hand_over(queue, count, list, false);
    return status == CL_SUCCESS ? target.clEnqueueMarkerWithWaitList(queue, waits, wait, event)
                                : status;
}

typedef void (*function)(void);

static void *CL_API_CALL get_address(cl_platform_id platform, const char *name)
{
    const function mine[] = { (function)acquire, (function)release };
    if (strcmp(name, "clEnqueueAcquireExternalMemObjectsKHR") == 0) return *(void *const *)&mine[0];
    if (strcmp(name, "clEnqueueReleaseExternalMemObjectsKHR") == 0) return *(void *const *)&mine[1];
    return target.clGetExtensionFunctionAddressForPlatform(platform, name);
}

// --- what devices say of themselves

// Those of the first Vulkan device; 0 without one.
static VkPhysicalDeviceIDProperties ask_vulkan(void)
{
    VkPhysicalDeviceIDProperties id = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES };
    VkPhysicalDeviceProperties2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                        .pNext = &id };
    const VkApplicationInfo application = { .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                            .apiVersion = VK_API_VERSION_1_1 };
    const VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &application };
    void *library = is_wanted("uuid") ? NULL : dlopen("libvulkan.so.1", RTLD_NOW);
    if (!library) return id;
    PFN_vkCreateInstance create_instance;
    PFN_vkDestroyInstance destroy_instance;
    PFN_vkEnumeratePhysicalDevices enumerate;
    PFN_vkGetPhysicalDeviceProperties2 get_properties;
    *(void **)&create_instance = dlsym(library, "vkCreateInstance");
    *(void **)&destroy_instance = dlsym(library, "vkDestroyInstance");
    *(void **)&enumerate = dlsym(library, "vkEnumeratePhysicalDevices");
    *(void **)&get_properties = dlsym(library, "vkGetPhysicalDeviceProperties2");
    VkInstance instance;
    VkPhysicalDevice device;
    uint32_t count = 1;
    if (create_instance(&info, NULL, &instance) == VK_SUCCESS) {
        if (enumerate(instance, &count, &device) >= 0 && count == 1) get_properties(device, &all);
        destroy_instance(instance, NULL);
    }
    return id;
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info query, size_t room,
                                          void *value, size_t *bytes)
{
    static VkPhysicalDeviceIDProperties id;
    if (query == DEVICE_UUID || query == DRIVER_UUID) {
        if (!id.sType) id = ask_vulkan();
        return layer_answer(query == DEVICE_UUID ? id.deviceUUID : id.driverUUID, VK_UUID_SIZE,
                            room, value, bytes);
    }
    if (query != CL_DEVICE_EXTENSIONS)
        return target.clGetDeviceInfo(device, query, room, value, bytes);
    return layer_answer_extensions(
        device, " cl_khr_external_memory cl_khr_external_memory_opaque_fd cl_khr_device_uuid", room,
        value, bytes);
}

static const char *layer_name(void)
{
    return "external memory";
}

static void layer_wrap(void)
{
    layer.clGetDeviceInfo = get_device_info;
    layer.clGetExtensionFunctionAddressForPlatform = get_address;
    layer.clCreateBufferWithProperties = create;
}
