// SPDX-License-Identifier: MIT
//
// image_copies - copies on the device: from image to buffer and back, and from every kind of image
// to every other.
//
// Shows   what can be copied where; origin and region of a copy between images of different kinds;
//         how the pixels of an image lie in a buffer
// Uses    clEnqueueCopyImageToBuffer, clEnqueueCopyBufferToImage, clEnqueueCopyImage
// Try     image_copies -V 2d -n 5x4x1
//         image_copies --cases 100 --seed 2

#include "ocl.h"
#include "sample/rect.h"

#include "proof/ch04_images/box.h"

enum { GUARD = 64 };    // bytes of a buffer before and after the pixels in it
static const ocl_rect TIGHT = { .row_pitch = 0 };    // rows and slices without gaps

// One image of each kind that the device has, and how many parts of it are copied.
typedef struct {
    image_box box[KIND_COUNT];
    size_t count, cases;
} image_boxes;

// To a buffer, and back to another place in the image.  In the buffer the pixels have no gaps.
static ocl_result copy_to_buffer(const ocl_env *env, image_box *box, uint64_t seed)
{
    const image_part part = image_box_draw(box, box->extent, seed);
    // In bytes.  rusticl multiplies it by the size of a pixel.
    const size_t offset =
        ocl_known_fault(env->device, "the offset of a copy to a buffer") ? 0 : GUARD;
    const size_t bytes = offset + part.bytes + GUARD;
    unsigned char *ref = ocl_alloc(bytes);
    ocl_fill_bytes(ref, bytes, seed);
    cl_mem d_buffer = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, ref);
    OCL_CHECK(clEnqueueCopyImageToBuffer(env->queue, box->image, d_buffer, part.origin, part.region,
                                         offset, 0, NULL, NULL));
    ocl_rect_copy(ref + offset, TIGHT, box->ref, part.place, part.size);
    const ocl_result there = ocl_verify_buffer(env, "buffer", d_buffer, ref, bytes);

    // Other pixels come back: the same ones may be there without a copy.
    ocl_fill_bytes(ref, bytes, seed + 1);
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, d_buffer, CL_TRUE, 0, bytes, ref, 0, NULL, NULL));

    const image_part back = image_box_draw_like(box, &part, seed);
    OCL_CHECK(clEnqueueCopyBufferToImage(env->queue, d_buffer, box->image, offset, back.origin,
                                         back.region, 0, NULL, NULL));
    ocl_rect_copy(box->ref, back.place, ref + offset, TIGHT, back.size);
    const ocl_result here = image_box_verify(env, "image after the buffer", box);

    OCL_CHECK(clReleaseMemObject(d_buffer));
    free(ref);
    return ocl_result_both(there, here);
}

// Any kind can be copied to any other: two images of a 1-D array become two rows of a 2-D image.
// New pixels: those of before may have come from the other image, and be there without a copy.
static ocl_result copy_to_image(const ocl_env *env, image_box *from, image_box *to, uint64_t seed)
{
    image_box_renew(env, from, ocl_random(seed, 100 + (uint64_t)(from->kind - IMAGE_KINDS)));
    const image_part part = image_box_draw(from, to->extent, seed);
    const image_part place = image_box_draw_like(to, &part, ocl_random(seed, 0));
    OCL_CHECK(clEnqueueCopyImage(env->queue, from->image, to->image, part.origin, place.origin,
                                 part.region, 0, NULL, NULL));
    ocl_rect_copy(to->ref, place.place, from->ref, part.place, part.size);

    char what[64];
    snprintf(what, sizeof what, "%s, copied to %s", from->kind->name, to->kind->name);
    return image_box_verify(env, what, to);
}

// Case 0 copies as much as there is room for, from origin 0.  The others copy random parts.
static uint64_t seed_of(const ocl_env *env, size_t number)
{
    return number > 0 ? ocl_random(env->options->seed, number) : 0;
}

// Whether this driver can do it, and it was compared.
static bool run_buffers(const ocl_env *env, ocl_report *report, image_box *box, size_t cases)
{
    const char *fault = ocl_known_fault(env->device, "%s to a buffer", box->kind->name);
    if (fault) {
        ocl_report_note(report, "%s: to a buffer and back: left out, this driver %s",
                        box->kind->name, fault);
        return false;
    }
    ocl_result result = { .pass = true };
    for (size_t i = 0; i < cases; i++)
        result = ocl_result_both(result, copy_to_buffer(env, box, seed_of(env, i)));
    image_kind_report(report, box->kind, "to a buffer and back", result);
    return true;
}

// What the driver does wrong with copies between such images and those of other kinds, and with one
// copy; NULL: nothing that is known.
static const char *copies_fault(const ocl_env *env, const image_kind *kind)
{
    return ocl_known_fault(env->device, "%s to other images", kind->name);
}

static const char *copy_fault(const ocl_env *env, const image_box *from, const image_box *to)
{
    if (to->kind->axes == 1 || to->buffer) return NULL;
    return ocl_known_fault(env->device, "%s to images with rows", from->kind->name);
}

// From box `from` to all the others.  Whether there was one.
static bool run_images(const ocl_env *env, ocl_report *report, image_boxes *boxes, size_t from)
{
    image_box *source = &boxes->box[from];
    const char *fault = copies_fault(env, source->kind);
    if (fault) {
        ocl_report_note(report, "%s: copied to other kinds: left out, this driver %s",
                        source->kind->name, fault);
        return false;
    }
    ocl_result result = { .pass = true };
    for (size_t to = 0; to < boxes->count; to++) {
        image_box *target = &boxes->box[to];
        if (to == from || copies_fault(env, target->kind)) continue;    // which has its own note
        fault = copy_fault(env, source, target);
        if (fault) {
            ocl_report_note(report, "%s: not copied to %s, this driver %s", source->kind->name,
                            target->kind->name, fault);
            continue;
        }
        for (size_t i = 0; i < boxes->cases; i++)
            result = ocl_result_both(result, copy_to_image(env, source, target, seed_of(env, i)));
    }
    if (result.count > 0) image_kind_report(report, source->kind, "copied to other kinds", result);
    return result.count > 0;
}

int main(int argc, char **argv)
{
    size_t cases = 10;
    const ocl_option own[] = {
        { .usage = "--cases N: parts of an image for each copy", .count = &cases }, { 0 }
    };
    const ocl_about about = { .name = "image_copies",
                              .summary = "Copies images to buffers and to other images.",
                              .accepts = "dnVs",
                              .size_help = "width x height or layers x depth or layers",
                              .extents = 3,
                              .variants = IMAGE_KIND_NAMES,
                              .own = own };
    const ocl_options defaults = { .n = { 37, 23, 5 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_report *report = image_kinds_open(&env);
    ocl_report_count(report, "cases", cases);

    // One image of each kind.  All hold different pixels.
    image_boxes boxes = { .cases = cases };
    for (int k = 0; k < KIND_COUNT; k++) {
        const image_kind *kind = &IMAGE_KINDS[k];
        if (!image_kind_runs(&env, kind, report)) continue;
        image_box *box = &boxes.box[boxes.count++];
        *box = image_box_new(&env, kind, sizeof(cl_uchar4), opt.n, opt.seed + (uint64_t)k);
        image_box_create(&env, box);
    }

    bool any = false;
    for (size_t i = 0; i < boxes.count; i++)
        any = run_buffers(&env, report, &boxes.box[i], cases) || any;
    for (size_t i = 0; i < boxes.count; i++)
        any = run_images(&env, report, &boxes, i) || any;
    if (!any) ocl_exit(OCL_EXIT_SKIP, "%s: this driver copies no such images rightly", opt.variant);

    for (size_t i = boxes.count; i > 0; i--)
        image_box_free(&boxes.box[i - 1]);
    ocl_close(&env);
    return ocl_report_close(report);
}
