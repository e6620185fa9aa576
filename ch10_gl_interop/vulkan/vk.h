// SPDX-License-Identifier: MIT
//
// vk - what the lessons need of Vulkan, on one page.
//
//     vulkan_device v = vulkan_open_device(env.device, VK_QUEUE_COMPUTE_BIT, false);
//     vulkan_buffer b = vulkan_buffer_to_export(&v, bytes);
//     const int fd = vulkan_export(&v, b.memory);    // OpenCL imports it
//
// What a device lacks ends the program with OCL_EXIT_SKIP.  Who calls functions of Vulkan itself
// includes vulkan/functions.h.

#ifndef CH10_VK_H
#define CH10_VK_H

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include "ocl.h"

#include <CL/cl_ext.h>

// Wrap calls that return a VkResult: as OCL_CHECK does for OpenCL.
#define VULKAN_CHECK(call) vulkan_require_success((call), #call, __FILE__, __LINE__)
void vulkan_require_success(VkResult result, const char *call, const char *file, int line);

// The words of a SPIR-V module.
typedef struct {
    const uint32_t *words;
    size_t bytes;
} spirv;

// --- 1. a device with one queue

typedef struct {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    cl_uchar uuid[VK_UUID_SIZE];
    bool is_same;    // its device and its driver have the UUIDs of the OpenCL device
    VkDevice device;
    uint32_t family;    // of the queue
    VkQueue queue;
    VkCommandPool pool;
} vulkan_device;

// The Vulkan device that is the same as the OpenCL device; else one of the same type (CPU or GPU);
// else the first one.  Its queue does all of `work` (VK_QUEUE_COMPUTE_BIT ...).  It has what the
// ways below need, as far as it can, and with `shows` what windows need.
vulkan_device vulkan_open_device(cl_device_id opencl, VkQueueFlags work, bool shows);

// The same without the exit: returns why there is no device (a text), or NULL if there is one.
const char *vulkan_try_device(vulkan_device *v, cl_device_id opencl, VkQueueFlags work, bool shows);

// Does nothing where no device was opened.
void vulkan_close_device(vulkan_device *v);

bool vulkan_has_extension(const vulkan_device *v, const char *name);

// The address of a function of an extension that the device has.
PFN_vkVoidFunction vulkan_function(const vulkan_device *v, const char *name);

// --- 2. buffers, which shaders read and write, and which are copied from and to

typedef struct {
    VkBuffer buffer;
    VkDeviceMemory memory;
    size_t bytes;         // of the memory: those of the buffer, or a few more
    void *host;           // where the host finds the same bytes; NULL in memory of the device
    void *block;          // host memory of our own, which `host` is part of
    bool is_dedicated;    // the driver wants the memory for this buffer alone
} vulkan_buffer;

vulkan_buffer vulkan_buffer_for_host(const vulkan_device *v, size_t bytes);     // host can reach it
vulkan_buffer vulkan_buffer_of_host(const vulkan_device *v, size_t bytes);      // the host's own
vulkan_buffer vulkan_buffer_on_device(const vulkan_device *v, size_t bytes);    // host cannot
vulkan_buffer vulkan_buffer_to_export(const vulkan_device *v, size_t bytes);    // for vulkan_export
void vulkan_release_buffer(const vulkan_device *v, vulkan_buffer *b);

// A file descriptor for memory that was made to be exported.  Who imports it, closes it.
int vulkan_export(const vulkan_device *v, VkDeviceMemory memory);

// Vulkan writes the bytes into a buffer that other APIs have, too, and gives it to them.  Returns
// when it is done.
void vulkan_write_for_others(const vulkan_device *v, const vulkan_buffer *b, const void *data,
                             size_t bytes);

// Vulkan takes the buffer back from the other APIs, which have finished, and reads its bytes.
void vulkan_read_from_others(const vulkan_device *v, const vulkan_buffer *b, void *data,
                             size_t bytes);

// --- 3. two-dimensional images in memory of the device

typedef struct {
    size_t width, height;
    VkFormat format;
    VkImageUsageFlags usage;
    bool is_exported;    // for vulkan_export
    bool is_linear;      // its rows lie one after the other in memory
} vulkan_image_kind;

typedef struct {
    vulkan_image_kind kind;
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;    // of all of it
    size_t row_pitch;    // of a linear image: bytes from row to row
} vulkan_image;

vulkan_image vulkan_create_image(const vulkan_device *v, const vulkan_image_kind *kind);
void vulkan_release_image(const vulkan_device *v, vulkan_image *i);

// --- 4. lists of commands

// An empty list, begun: vkEndCommandBuffer ends it.  It may be submitted again while it runs, and
// lives as long as the device.
VkCommandBuffer vulkan_begin(const vulkan_device *v);

// Who used the image before a barrier, and who uses it after it: a queue family and how it uses it.
// Images are always in the layout VK_IMAGE_LAYOUT_GENERAL, but their first barrier makes it so.
typedef struct {
    uint32_t family;    // VK_QUEUE_FAMILY_EXTERNAL: another API
    VkAccessFlags access;
    bool is_new;    // before: nobody; what is in the image gets lost
} vulkan_use;

// Adds the barrier to the list.
void vulkan_image_barrier(VkCommandBuffer commands, const vulkan_image *i, vulkan_use before,
                          vulkan_use after);

// Submits the list, and the host waits until all that was submitted is done.
void vulkan_run(const vulkan_device *v, VkCommandBuffer commands);

// Submits the list, and the host goes on.  The list waits for the first semaphore and signals the
// second one; each may be VK_NULL_HANDLE.
void vulkan_submit(const vulkan_device *v, VkCommandBuffer commands, VkSemaphore wait,
                   VkSemaphore signal);

// The host waits until all that was submitted is done.
void vulkan_finish(const vulkan_device *v);

// --- 5. OpenCL's half: functions of extensions, by name; NULL where the device has none

typedef struct {
    // cl_khr_external_memory
    clEnqueueAcquireExternalMemObjectsKHR_fn clEnqueueAcquireExternalMemObjectsKHR;
    clEnqueueReleaseExternalMemObjectsKHR_fn clEnqueueReleaseExternalMemObjectsKHR;
    // cl_khr_semaphore
    clCreateSemaphoreWithPropertiesKHR_fn clCreateSemaphoreWithPropertiesKHR;
    clEnqueueWaitSemaphoresKHR_fn clEnqueueWaitSemaphoresKHR;
    clEnqueueSignalSemaphoresKHR_fn clEnqueueSignalSemaphoresKHR;
    clReleaseSemaphoreKHR_fn clReleaseSemaphoreKHR;
} external_api;

external_api load_external(const ocl_env *env);

// Whether OpenCL takes the pixels of an image from an opaque file descriptor as rows, one after the
// other.  If not, its driver finds out how Vulkan has laid them out.
bool imports_linear_images(const ocl_env *env);

// A semaphore that Vulkan has made to be exported; a file descriptor for it; the same semaphore for
// OpenCL, which owns the file descriptor from now on.
VkSemaphore vulkan_semaphore_to_export(const vulkan_device *v);
int vulkan_export_semaphore(const vulkan_device *v, VkSemaphore semaphore);
cl_semaphore_khr import_semaphore(const ocl_env *env, const external_api *api, int fd);

// Two of them, one for each direction.  Close them when nothing in a queue needs them any more.
typedef struct {
    VkSemaphore to_vulkan, to_opencl;
    cl_semaphore_khr cl_to_vulkan, cl_to_opencl;    // the same two, for OpenCL
} shared_semaphores;

shared_semaphores open_semaphores(const ocl_env *env, const external_api *api,
                                  const vulkan_device *v);
void close_semaphores(const external_api *api, const vulkan_device *v, shared_semaphores *s);

// --- 6. ways to share, which are the variants of the lessons

enum { COPIES, HOST_MEMORY, OPAQUE_FD, SEMAPHORES, WAYS };
extern const char *const WAY_NAMES[WAYS + 1];    // ended by NULL

// What Vulkan's device lacks to export a buffer as a file descriptor, as a sentence; NULL if
// nothing.
const char *vulkan_export_lacks(const vulkan_device *v);

// What the two devices lack for this way, as a sentence; NULL if they have it.
const char *way_lacks(const ocl_env *env, const vulkan_device *v, int way);

// Whether this way is to run.  If something is lacking (NULL: nothing is) a note in the report says
// so, and --variant with its name ends the program with OCL_EXIT_SKIP.
bool way_runs(const ocl_env *env, ocl_report *report, int way, const char *lacks);

// A table with three columns: the way, the bytes that it copies, and the microseconds, both for one
// of the `count` turns or frames of a run.  Ways that did not run are left out.
typedef struct {
    const char *title, *columns;
    size_t copied[WAYS], count;
} ways_table;
void show_ways(ocl_report *report, const ocl_times times[WAYS], const ways_table *table);

#endif
