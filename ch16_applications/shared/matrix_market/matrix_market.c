// SPDX-License-Identifier: MIT

#include "matrix_market.h"
#include "base/number.h"

enum { MOST_WORDS = 5, MOST_LETTERS = 63 };

// A line, cut into words.
typedef struct {
    char word[MOST_WORDS][MOST_LETTERS + 1];
    int count;    // MOST_WORDS + 1: too many
} words;

typedef struct {
    uint32_t row, column;
    float value;
} entry;

typedef struct {
    const char *at, *end;
    size_t line;    // from 1
    bool has_values, is_symmetric, is_skew;
    size_t rows, entries;
    ocl_growing list;    // of type entry
} reader;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

// Takes a line.  False when there is none, or a word of it is too long: then with a reason.
static bool next_line(reader *r, words *w, ocl_message *why)
{
    if (r->at == r->end) return false;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const char *c = r->at, *line_end = stop ? stop : r->end;
    r->at = stop ? stop + 1 : r->end;
    r->line++;
    w->count = 0;
    while (c < line_end) {
        while (c < line_end && is_blank(*c))
            c++;
        const char *begin = c;
        while (c < line_end && !is_blank(*c))
            c++;
        if (c == begin) break;
        const size_t letters = (size_t)(c - begin);
        if (begin[0] == '%' && r->line > 1) break;    // a comment
        if (w->count++ == MOST_WORDS) break;
        if (letters > MOST_LETTERS || memchr(begin, '\0', letters))
            return ocl_refuse(why, "line %zu: a word that is too long, or has a 0 byte", r->line);
        memcpy(w->word[w->count - 1], begin, letters);
        w->word[w->count - 1][letters] = '\0';
    }
    return true;
}

// The next line with words on it.
static bool next_words(reader *r, words *w, ocl_message *why)
{
    while (next_line(r, w, why))
        if (w->count > 0) return true;
    return false;
}

static bool is_word(const char *word, const char *lower_case)
{
    size_t i = 0;
    for (; word[i] != '\0' && lower_case[i] != '\0'; i++)
        if (word[i] != lower_case[i] &&
            !(word[i] >= 'A' && word[i] <= 'Z' && word[i] - 'A' + 'a' == lower_case[i]))
            return false;
    return word[i] == lower_case[i];
}

static bool read_header(reader *r, ocl_message *why)
{
    words w;
    if (!next_line(r, &w, why) || w.count != 5 || !is_word(w.word[0], "%%matrixmarket") ||
        !is_word(w.word[1], "matrix"))
        return ocl_refuse(why, "it does not begin with %%%%MatrixMarket matrix and three words");
    if (!is_word(w.word[2], "coordinate"))
        return ocl_refuse(why, "line 1: coordinate is wanted; this matrix is not sparse");
    r->has_values = !is_word(w.word[3], "pattern");
    if (r->has_values && !is_word(w.word[3], "real") && !is_word(w.word[3], "integer"))
        return ocl_refuse(why, "line 1: numbers are real, integer or pattern");
    r->is_skew = is_word(w.word[4], "skew-symmetric");
    r->is_symmetric = r->is_skew || is_word(w.word[4], "symmetric");
    if (!r->is_symmetric && !is_word(w.word[4], "general"))
        return ocl_refuse(why, "line 1: it is general, symmetric or skew-symmetric");
    return true;
}

static bool read_count(const reader *r, const char *word, uint64_t most, size_t *count,
                       ocl_message *why)
{
    uint64_t value;
    ocl_message reason;
    if (!ocl_parse_seed(word, &value, &reason) || value > most)
        return ocl_refuse(why, "line %zu: %s is not a number from 0 to %llu", r->line, word,
                          (unsigned long long)most);
    *count = (size_t)value;
    return true;
}

static bool read_size(reader *r, ocl_message *why)
{
    words w;
    size_t columns = 0;
    if (!next_words(r, &w, why))
        return why->text[0] ? false : ocl_refuse(why, "it has no line with its size");
    if (w.count != 3)
        return ocl_refuse(why, "line %zu: rows, columns and entries are wanted", r->line);
    if (!read_count(r, w.word[0], MARKET_MOST_ROWS, &r->rows, why) ||
        !read_count(r, w.word[1], MARKET_MOST_ROWS, &columns, why) ||
        !read_count(r, w.word[2], UINT32_MAX / 4, &r->entries, why))
        return false;
    if (r->rows == 0 || columns != r->rows)
        return ocl_refuse(why, "line %zu: %zu rows and %zu columns; it must be square", r->line,
                          r->rows, columns);
    return true;
}

static bool read_entry(reader *r, const words *w, ocl_message *why)
{
    size_t row = 0, column = 0;
    double value = 1.0;
    ocl_message reason;
    if (w->count != (r->has_values ? 3 : 2))
        return ocl_refuse(why, "line %zu: row, column%s are wanted", r->line,
                          r->has_values ? " and value" : "");
    if (!read_count(r, w->word[0], r->rows, &row, why) ||
        !read_count(r, w->word[1], r->rows, &column, why))
        return false;
    if (row == 0 || column == 0) return ocl_refuse(why, "line %zu: rows begin with 1", r->line);
    if (r->has_values && !ocl_parse_real(w->word[2], &value, &reason))
        return ocl_refuse(why, "line %zu: %s", r->line, reason.text);
    if (fabs(value) > 1e18)
        return ocl_refuse(why, "line %zu: %s is larger than 1e18", r->line, w->word[2]);
    if (r->is_symmetric && column > row)
        return ocl_refuse(why, "line %zu: above the diagonal of a symmetric matrix", r->line);
    entry e = { (uint32_t)row - 1, (uint32_t)column - 1, (float)value };
    ocl_append(&r->list, &e, sizeof e);
    if (r->is_symmetric && row != column) {
        e = (entry){ e.column, e.row, r->is_skew ? -e.value : e.value };
        ocl_append(&r->list, &e, sizeof e);
    }
    return true;
}

// Compressed rows: count the numbers of each row, add up, place.  Within a row the numbers are in
// the order of the file.
static void make_rows(matrix *a, const reader *r)
{
    const entry *list = (const entry *)(const void *)r->list.text;
    a->rows = r->rows;
    a->count = r->list.bytes / sizeof *list;
    a->first = ocl_alloc((a->rows + 1) * sizeof *a->first);
    a->columns = ocl_alloc((a->count + 1) * sizeof *a->columns);
    a->values = ocl_alloc((a->count + 1) * sizeof *a->values);
    memset(a->first, 0, (a->rows + 1) * sizeof *a->first);
    for (size_t i = 0; i < a->count; i++)
        a->first[list[i].row + 1]++;
    for (size_t row = 0; row < a->rows; row++) {
        if (a->first[row + 1] > a->width) a->width = a->first[row + 1];
        a->first[row + 1] += a->first[row];
    }
    for (size_t i = 0; i < a->count; i++) {
        const size_t to = a->first[list[i].row]++;
        a->columns[to] = list[i].column;
        a->values[to] = list[i].value;
    }
    for (size_t row = a->rows; row > 0; row--)    // they have moved on by a row
        a->first[row] = a->first[row - 1];
    a->first[0] = 0;
    a->columns[a->count] = 0;
    a->values[a->count] = 0.0f;
}

static bool read_all(reader *r, ocl_message *why)
{
    if (!read_header(r, why) || !read_size(r, why)) return false;
    words w;
    for (size_t i = 0; i < r->entries; i++) {
        if (!next_words(r, &w, why))
            return why->text[0]
                       ? false
                       : ocl_refuse(why, "it ends after %zu of %zu entries", i, r->entries);
        if (!read_entry(r, &w, why)) return false;
    }
    if (next_words(r, &w, why))
        return ocl_refuse(why, "line %zu: more than %zu entries", r->line, r->entries);
    return why->text[0] == '\0';
}

bool matrix_market_parse(matrix *a, const char *text, size_t bytes, ocl_message *why)
{
    *a = (matrix){ .rows = 0 };
    *why = (ocl_message){ "" };
    reader r = { .at = text, .end = text + bytes };
    const bool ok = read_all(&r, why);
    if (ok) make_rows(a, &r);
    free(r.list.text);
    return ok;
}

bool matrix_market_load_named(matrix *a, row_names *names, const char *path, ocl_message *why)
{
    const char *const magics[] = { "%%MatrixMarket", NULL };
    const ocl_file_form form = { .text = "Matrix Market file", .magics = magics };
    unsigned char *text;
    size_t bytes;
    ocl_message reason;
    *a = (matrix){ .rows = 0 };
    if (!ocl_read_file_as(path, &form, &text, &bytes, why)) return false;
    const bool ok = matrix_market_parse(a, (const char *)text, bytes, &reason);
    if (ok) *names = row_names_parse((const char *)text, bytes, a->rows);
    free(text);
    return ok || ocl_refuse(why, "%s: %s", path, reason.text);
}

bool matrix_market_load(matrix *a, const char *path, ocl_message *why)
{
    row_names names;
    if (!matrix_market_load_named(a, &names, path, why)) return false;
    row_names_free(&names);
    return true;
}
