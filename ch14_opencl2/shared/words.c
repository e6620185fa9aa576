// SPDX-License-Identifier: MIT

#include "words.h"

words words_split(const char *text)
{
    words w = { .at = ocl_alloc((strlen(text) / 2 + 1) * sizeof *w.at) };
    for (size_t length; *(text += strspn(text, " ")); text += length) {
        length = strcspn(text, " ");
        w.at[w.count] = ocl_alloc(length + 1);
        memcpy(w.at[w.count], text, length);
        w.at[w.count++][length] = '\0';
    }
    return w;
}

void words_free(words *w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->at[i]);
    free(w->at);
}

char *words_without(const words *w, size_t left_out)
{
    ocl_growing text = { 0 };
    ocl_append_text(&text, "");
    for (size_t i = 0; i < w->count; i++) {
        if (i == left_out) continue;
        if (text.bytes > 0) ocl_append_text(&text, " ");
        ocl_append_text(&text, w->at[i]);
    }
    return text.text;
}
