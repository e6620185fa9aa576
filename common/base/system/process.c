// SPDX-License-Identifier: MIT

#include "system/process.h"

#include "growing.h"
#include "system/read_file.h"
#include "system/write_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_path(const char *list, const char *path)
{
    const char separator[] = { ocl_list_separator(), '\0' };
    for (size_t length; *list; list += length + (list[length] != '\0')) {
        length = strcspn(list, separator);
        if (length == strlen(path) && memcmp(list, path, length) == 0) return true;
    }
    return false;
}

bool ocl_add_to_path_list(const char *variable, const char *path)
{
    const char *list = getenv(variable);
    if (!list || !*list) return ocl_set_variable(variable, path);
    if (has_path(list, path)) return true;
    ocl_growing longer = { 0 };
    ocl_append_text(&longer, list);
    const char separator = ocl_list_separator();
    ocl_append(&longer, &separator, 1);
    ocl_append_text(&longer, path);
    const bool ok = ocl_set_variable(variable, longer.text);
    free(longer.text);
    return ok;
}

// The last line of a text that is not blank, its end cut off; "" when there is none.
static const char *last_line(char *text)
{
    char *end = text + strlen(text);
    while (end > text && strchr(" \t\r\n", end[-1]))
        *--end = '\0';
    char *line = strrchr(text, '\n');
    return line ? line + 1 : text;
}

bool ocl_filter(const char *program, ocl_blob input, unsigned char **output, size_t *bytes,
                ocl_message *why)
{
    // Files, not pipes: a program that writes before it has read everything cannot block.
    FILE *files[3] = { ocl_temporary_file(), ocl_temporary_file(), ocl_temporary_file() };
    unsigned char *complaint = NULL;
    size_t complaint_bytes;
    bool ok = files[0] && files[1] && files[2] &&
              fwrite(input.data, 1, input.bytes, files[0]) == input.bytes && fflush(files[0]) == 0;
    if (!ok) {
        ocl_refuse(why, "cannot make a temporary file: %s", strerror(errno));
    } else {
        rewind(files[0]);
        const int status = ocl_run_program(program, files);
        rewind(files[1]);
        rewind(files[2]);
        ok = ocl_read_stream(files[2], &complaint, &complaint_bytes) &&
             ocl_read_stream(files[1], output, bytes);
        if (ok && (status != 0 || *bytes == 0)) {
            free(*output);
            ok = false;
        }
        if (!ok)
            ocl_refuse(why, "%s failed (exit status %d): %s", program, status,
                       complaint ? last_line((char *)complaint) : "");
    }
    free(complaint);
    for (int i = 0; i < 3; i++)
        if (files[i]) fclose(files[i]);
    return ok;
}
