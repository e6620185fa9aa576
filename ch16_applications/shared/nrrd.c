// SPDX-License-Identifier: MIT

#include "nrrd.h"

enum { MOST_LETTERS = 255 };

typedef struct {
    const unsigned char *at, *end;
    char line[MOST_LETTERS + 1];
} reader;

// The next line, without its end.  False where there is none, or one that is too long.
static bool next_line(reader *r)
{
    const unsigned char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    if (!stop || stop - r->at > MOST_LETTERS) return false;
    size_t letters = (size_t)(stop - r->at);
    memcpy(r->line, r->at, letters);
    if (letters > 0 && r->line[letters - 1] == '\r') letters--;
    r->line[letters] = '\0';
    r->at = stop + 1;
    return true;
}

// What stands behind "name: "; NULL where the line has another name.
static const char *value_of(const char *line, const char *name)
{
    const size_t letters = strlen(name);
    if (strncmp(line, name, letters) != 0 || line[letters] != ':' || line[letters + 1] == '=')
        return NULL;
    return line + letters + 1 + strspn(line + letters + 1, " \t");
}

static bool read_side(size_t *side, const char *sizes, ocl_message *why)
{
    unsigned long size[3];
    for (int k = 0; k < 3; k++) {
        char *stop;
        size[k] = *sizes >= '0' && *sizes <= '9' ? strtoul(sizes, &stop, 10) : 0;
        if (size[k] < 2 || size[k] > MOST_SIDE || size[k] != size[0])
            return ocl_refuse(why, "sizes: three that are alike are wanted, from 2 to %d",
                              MOST_SIDE);
        sizes = stop + strspn(stop, " \t");
    }
    *side = size[0];
    return *sizes == '\0' || ocl_refuse(why, "sizes: more than three");
}

bool nrrd_parse(uint8_t **volume, size_t *side, const unsigned char *text, size_t bytes,
                ocl_message *why)
{
    reader r = { .at = text, .end = text + bytes };
    bool has_type = false, has_encoding = false;
    *volume = NULL;
    *side = 0;
    if (!next_line(&r) || strncmp(r.line, "NRRD000", 7) != 0)
        return ocl_refuse(why, "it does not begin with NRRD000");
    for (;;) {
        const char *value;
        if (!next_line(&r)) return ocl_refuse(why, "no empty line ends its header");
        if (r.line[0] == '\0') break;
        if ((value = value_of(r.line, "type")) != NULL) {
            has_type = !strcmp(value, "uint8") || !strcmp(value, "uint8_t") ||
                       !strcmp(value, "uchar") || !strcmp(value, "unsigned char");
            if (!has_type) return ocl_refuse(why, "type: uint8 is wanted");
        } else if ((value = value_of(r.line, "encoding")) != NULL) {
            has_encoding = !strcmp(value, "raw");
            if (!has_encoding) return ocl_refuse(why, "encoding: raw is wanted");
        } else if ((value = value_of(r.line, "sizes")) != NULL) {
            if (!read_side(side, value, why)) return false;
        }
    }
    if (!has_type || !has_encoding || *side == 0)
        return ocl_refuse(why, "type, sizes and encoding are wanted");
    const size_t count = *side * *side * *side, left = (size_t)(r.end - r.at);
    if (left != count) return ocl_refuse(why, "%zu numbers, not %zu", left, count);
    *volume = ocl_alloc(count);
    memcpy(*volume, r.at, count);
    return true;
}

bool nrrd_load(uint8_t **volume, size_t *side, const char *path, ocl_message *why)
{
    const char *const magics[] = { "NRRD000", NULL };
    const ocl_file_form form = { .most = ((size_t)1 << 27) + 65536, .magics = magics };
    unsigned char *text;
    size_t bytes;
    ocl_message reason;
    *volume = NULL;
    if (!ocl_read_file_as(path, &form, &text, &bytes, why)) return false;
    const bool ok = nrrd_parse(volume, side, text, bytes, &reason);
    free(text);
    return ok || ocl_refuse(why, "%s: %s", path, reason.text);
}
