// SPDX-License-Identifier: MIT

#include "segments.h"

enum { STUFFED = 0x00, SOF0 = 0xc0, JPG = 0xc8, SOI = 0xd8, EOI = 0xd9, JPG0 = 0xf0, JPG13 = 0xfd };

// Where the next 0xff is that has a code other than 0xff behind it, and that code.  Fill bytes,
// which are 0xff, may stand before it.  Without one: the end of the file.
typedef struct {
    size_t run_end;    // data ends here
    size_t behind;     // what follows the code
    uint8_t code;
} escape;

static bool next_escape(const jpeg_cursor *cursor, size_t at, escape *found)
{
    const uint8_t *ff = at < cursor->n ? memchr(cursor->bytes + at, 0xff, cursor->n - at) : NULL;
    found->run_end = ff ? (size_t)(ff - cursor->bytes) : cursor->n;
    size_t code_at = found->run_end + 1;
    while (code_at < cursor->n && cursor->bytes[code_at] == 0xff)
        code_at++;
    if (code_at >= cursor->n) {    // nothing more comes, or 0xff alone
        found->behind = cursor->n;
        return false;
    }
    found->code = cursor->bytes[code_at];
    found->behind = code_at + 1;
    return true;
}

static bool is_restart(uint8_t code)
{
    return code >= JPEG_RST0 && code <= JPEG_RST7;
}

// Codes that no file of the kinds we know has behind a scan's header: damaged data.
static bool is_no_marker(uint8_t code)
{
    return code < SOF0 || code == JPG || code == SOI || (code >= JPG0 && code <= JPG13);
}

size_t jpeg_scan_end(const jpeg_cursor *cursor, size_t at)
{
    escape found;
    while (next_escape(cursor, at, &found)) {
        if (!is_restart(found.code) && !is_no_marker(found.code)) return found.behind - 2;
        at = found.behind;
    }
    return cursor->n;
}

// What is being cut.
typedef struct {
    jpeg_file *file;
    jpeg_scan *scan;
    uint32_t intervals;    // of the scan
    uint32_t next;         // the interval of the open segment
    uint32_t begin;        // of the open segment in file->data
    size_t file_at;        // and in the file
    bool keep;             // the open segment is not left out
    uint32_t room;         // segments that file->segments has room for
} cutter;

static void open_segment(cutter *c, size_t file_at, bool keep)
{
    c->begin = c->file->data_bytes;
    c->file_at = file_at;
    c->keep = keep;
}

// The data up to here is interval `next`, or is left out.
static bool close_segment(cutter *c, ocl_message *why)
{
    jpeg_file *file = c->file;
    const uint32_t bytes = file->data_bytes - c->begin;
    if (!c->keep || c->next >= c->intervals) {
        if (bytes > 0)
            jpeg_warn(file, (uint32_t)c->file_at, "%u bytes of data are left out", bytes);
        file->data_bytes = c->begin;
        return true;
    }
    if (file->segment_count == c->room) {
        const uint32_t room = c->room < 8 ? 8 : c->room + c->room / 2;
        jpeg_segment *more = realloc(file->segments, room * sizeof *more);
        if (!more) return ocl_refuse(why, "no memory for %u restart intervals", room);
        file->segments = more;
        c->room = room;
    }
    const uint32_t mcus = c->scan->mcus_x * c->scan->mcus_y;
    const uint32_t interval = c->scan->restart_interval ? c->scan->restart_interval : mcus;
    const uint32_t first = c->next * interval;
    file->segments[file->segment_count++] =
        (jpeg_segment){ .at = c->begin,
                        .bytes = bytes,
                        .file_at = (uint32_t)c->file_at,
                        .first_mcu = first,
                        .mcus = mcus - first < interval ? mcus - first : interval };
    c->scan->segments++;
    c->next++;
    return true;
}

// The next segment begins behind a restart marker with this number (0 to 7).
static void resynchronise(cutter *c, uint8_t number, size_t behind)
{
    const uint32_t ahead = (number - (c->next - 1)) % 8;    // 0: the one that is expected
    const bool missing = ahead == 1 || ahead == 2, repeated = ahead >= 6;
    if (ahead != 0)
        jpeg_warn(c->file, (uint32_t)behind - 2, "restart marker %u where %u was expected", number,
                  (c->next - 1) % 8);
    if (missing) c->next += ahead;
    open_segment(c, behind, !repeated);
}

// A marker within the data.  False: the scan ends.
static bool cut_at(cutter *c, const escape *found, ocl_message *why, bool *ok)
{
    const bool restart = is_restart(found->code);
    if (restart && c->scan->restart_interval) {
        *ok = close_segment(c, why);
        resynchronise(c, found->code - JPEG_RST0, found->behind);
        return *ok;
    }
    if (!restart && !is_no_marker(found->code)) return false;
    jpeg_warn(c->file, (uint32_t)found->behind - 2, "marker 0xff%02x within the data is left out",
              found->code);
    return true;
}

bool jpeg_read_segments(jpeg_file *file, jpeg_scan *scan, jpeg_cursor *cursor, ocl_message *why)
{
    const uint32_t mcus = scan->mcus_x * scan->mcus_y, interval = scan->restart_interval;
    cutter c = { .file = file,
                 .scan = scan,
                 .intervals = interval ? mcus / interval + (mcus % interval > 0) : 1,
                 .room = file->segment_count };
    scan->first_segment = file->segment_count;
    open_segment(&c, cursor->at, true);

    escape found;
    bool ok = true;
    for (;;) {
        const bool more = next_escape(cursor, cursor->at, &found);
        const size_t run = found.run_end - cursor->at;
        memcpy(file->data + file->data_bytes, cursor->bytes + cursor->at, run);
        file->data_bytes += (uint32_t)run;
        cursor->at = found.behind;
        if (!more) break;
        if (found.code == STUFFED) {
            file->data[file->data_bytes++] = 0xff;
        } else if (!cut_at(&c, &found, why, &ok)) {
            cursor->at -= 2;
            break;
        }
    }
    if (!ok || !close_segment(&c, why)) return false;
    if (c.next < c.intervals)
        jpeg_warn(file, (uint32_t)cursor->at, "%u of %u restart intervals are missing",
                  c.intervals - c.next, c.intervals);
    return true;
}
