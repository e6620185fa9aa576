// SPDX-License-Identifier: MIT

#include "gnuplot.h"

#include "blob.h"
#include "system/files.h"
#include "system/process.h"
#include "system/write_file.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char FIRST_LINE[] =
    "# gnuplot draws this file.  Change what you like, then draw it again.\n";

enum { WIDTH = 960 };

typedef struct {
    const char *ending, *terminal;
} format;

static const format FORMATS[] = {
    { ".png", "pngcairo font 'sans,11' background rgb 'white'" },
    { ".svg", "svg font 'sans,14' background rgb 'white'" },
    { ".pdf", "pdfcairo font 'sans,11'" },
    { ".gp", "pngcairo font 'sans,11' background rgb 'white'" },
};

static const format *find_format(const char *path)
{
    for (size_t i = 0; i < sizeof FORMATS / sizeof FORMATS[0]; i++)
        if (ocl_ends_with(path, FORMATS[i].ending)) return &FORMATS[i];
    return NULL;
}

static bool is_script(const format *f)
{
    return strcmp(f->ending, ".gp") == 0;
}

bool ocl_can_plot(const char *path, ocl_message *why)
{
    const format *f = find_format(path);
    if (!f) return ocl_refuse(why, "%s: the name of a chart ends in .png, .svg, .pdf or .gp", path);
    if (is_script(f)) return ocl_can_write_kind(path, (ocl_file_kind){ ".gp", FIRST_LINE }, why);
    if (ocl_has_program("gnuplot")) return true;
    return ocl_refuse(why,
                      "%s: gnuplot is not installed; install the package gnuplot-nox, or "
                      "name a .gp file, which gnuplot can draw later",
                      path);
}

static void append_terminal(ocl_growing *script, const format *f, unsigned height)
{
    char size[64];
    if (strcmp(f->ending, ".pdf") == 0)
        snprintf(size, sizeof size, " size %.2fcm,%.2fcm", WIDTH / 48.0, height / 48.0);
    else
        snprintf(size, sizeof size, " size %u,%u", (unsigned)WIDTH, height);
    ocl_append_text(script, "set terminal ");
    ocl_append_text(script, f->terminal);
    ocl_append_text(script, size);
    ocl_append_text(script, " noenhanced\n");
}

// "chart.gp" draws chart.png in the folder where gnuplot is started.
static void append_png_name(ocl_growing *script, const char *path)
{
    const char *name = ocl_file_name(path);
    ocl_append_text(script, "set output '");
    for (const char *at = name; at < name + strlen(name) - strlen(".gp"); at++)
        ocl_append(script, *at == '\'' ? "''" : at, *at == '\'' ? 2 : 1);
    ocl_append_text(script, ".png'\n");
}

bool ocl_plot(const ocl_growing *script, unsigned height, const char *path, ocl_message *why)
{
    if (!ocl_can_plot(path, why)) return false;
    const format *f = find_format(path);
    ocl_growing whole = { 0 };
    if (is_script(f)) ocl_append_text(&whole, FIRST_LINE);
    append_terminal(&whole, f, height);
    if (is_script(f)) append_png_name(&whole, path);
    ocl_append(&whole, script->text, script->bytes);

    bool ok;
    if (is_script(f)) {
        ok = ocl_write_file(path, whole.text, whole.bytes, why);
    } else {
        unsigned char *picture;
        size_t bytes;
        ocl_message reason;
        ok =
            ocl_filter("gnuplot", (ocl_blob){ whole.text, whole.bytes }, &picture, &bytes, &reason);
        if (ok) {
            ok = ocl_write_file(path, picture, bytes, why);
            free(picture);
        } else {
            ocl_refuse(why, "%s: %s", path, reason.text);
        }
    }
    free(whole.text);
    return ok;
}
