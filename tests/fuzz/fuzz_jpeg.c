// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as a JPEG file.  What is read must hang together, and decode to the same
// coefficients and warnings whether all rows are asked for at once or one by one.

#include "shared/jpeg/entropy.h"
#include "shared/jpeg/jpeg_reference.h"
#include "shared/jpeg/markers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

enum { MAX_BLOCKS = 4096, MAX_PIXELS = 1 << 14 };    // larger pictures would only take time

static void demand(bool truth, const char *what)
{
    if (truth) return;
    fprintf(stderr, "fuzz_jpeg: %s\n", what);
    abort();
}

static void check_scan(const jpeg_file *file, const jpeg_scan *scan)
{
    demand(scan->count >= 1 && scan->count <= file->count, "components of a scan");
    demand(scan->first_segment + scan->segments <= file->segment_count, "segments of a scan");
    uint32_t mcu = 0;
    for (uint32_t i = 0; i < scan->segments; i++) {
        const jpeg_segment *s = &file->segments[scan->first_segment + i];
        demand(s->at <= file->data_bytes && s->bytes <= file->data_bytes - s->at,
               "a segment's data");
        demand(s->first_mcu >= mcu && s->mcus > 0, "the order of segments");
        mcu = s->first_mcu + s->mcus;
        demand(mcu <= scan->mcus_x * scan->mcus_y, "MCUs of a segment");
    }
}

static void check_file(const jpeg_file *file, size_t bytes)
{
    demand(file->width > 0 && file->height > 0, "empty picture");
    demand(file->count >= 1 && file->count <= JPEG_MAX_COMPONENTS, "components");
    demand(file->scan_count >= 1 && file->scan_count <= file->count, "scans");
    demand(file->tables <= JPEG_MAX_TABLES && file->data_bytes <= bytes, "tables, data");
    for (uint32_t i = 0; i < file->scan_count; i++)
        check_scan(file, &file->scans[i]);
    for (uint32_t i = 0; i < file->warning_count && i < JPEG_MAX_WARNINGS; i++)
        demand(file->warnings[i].at <= bytes && file->warnings[i].text[0], "a warning");
}

static int16_t *decode(jpeg_file *file, uint32_t rows_at_once)
{
    const size_t count = (size_t)JPEG_BLOCK * file->blocks;
    int16_t *coefficients = malloc(count * sizeof *coefficients);
    demand(coefficients != NULL, "no memory");
    memset(coefficients, 0xa5, count * sizeof *coefficients);
    ocl_message why;
    jpeg_decoder *decoder = jpeg_decoder_open(file, coefficients, &why);
    demand(decoder != NULL, "no decoder");
    for (uint32_t rows = 0; rows < file->mcus_y;)
        rows = jpeg_decoder_rows(decoder, rows + rows_at_once);
    jpeg_decoder_close(decoder);
    return coefficients;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    jpeg_file file, again;
    ocl_message why = { "" };
    if (!jpeg_read(data, bytes, &file, &why)) {
        demand(why.text[0] != '\0', "refused without a reason");
        return 0;
    }
    check_file(&file, bytes);
    demand(jpeg_read(data, bytes, &again, &why), "refused the second time");
    if (file.blocks <= MAX_BLOCKS) {
        int16_t *all = decode(&file, file.mcus_y), *rows = decode(&again, 1);
        demand(memcmp(all, rows, sizeof *all * JPEG_BLOCK * file.blocks) == 0, "rows differ");
        demand(file.warning_count == again.warning_count, "warnings differ");
        check_file(&file, bytes);
        if ((uint64_t)file.width * file.height <= MAX_PIXELS) {
            float *rgba = malloc(4 * sizeof *rgba * file.width * file.height);
            double bound;
            demand(rgba && jpeg_pixels_ref(rgba, &bound, &file, all, &why), "no pixels");
            free(rgba);
        }
        free(rows);
        free(all);
    }
    jpeg_free(&again);
    jpeg_free(&file);
    return 0;
}
