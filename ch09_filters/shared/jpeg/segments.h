// SPDX-License-Identifier: MIT
//
// segments - the entropy-coded data of a scan: found, freed of stuffed bytes, cut at its restart
// markers.

#ifndef JPEG_SEGMENTS_H
#define JPEG_SEGMENTS_H

#include "jpeg.h"

enum { JPEG_RST0 = 0xd0, JPEG_RST7 = 0xd7 };    // restart markers

// The bytes of a file, and how far they were read.
typedef struct {
    const uint8_t *bytes;
    size_t n, at;
} jpeg_cursor;

// Copies the data of the scan, which begins at the cursor, to file->data, where there is room for
// as many bytes as the file has, and adds its segments.  The cursor stands at the marker behind the
// scan then, or at the end of the file.  Damage adds warnings.  False, with a message, when there
// is no memory for the segments.
//
// A restart marker has the number of its interval modulo 8.  If one or two markers are missing, the
// intervals between are left out; if a marker's number is one or two too low, the data behind it is
// left out; with any other wrong number, the marker is taken for the right one.
bool jpeg_read_segments(jpeg_file *file, jpeg_scan *scan, jpeg_cursor *cursor, ocl_message *why);

// The 0xff of the marker that ends the entropy-coded data at `at`, or the end of the file.
size_t jpeg_scan_end(const jpeg_cursor *cursor, size_t at);

#endif
