// SPDX-License-Identifier: MIT

#include "exercise.h"

#include <ctype.h>

static const char *const KINDS[] = { "in", "out", "inout", "image", "local", "value" };
static const char *const TYPES[] = { "float", "uint", "int", "uchar", "ulong" };
static const char *const OTHERS[] = { "file", "score", "picture", "ignore" };
static const size_t TYPE_SIZES[] = { 4, 4, 4, 1, 8 };

size_t exercise_type_size(arg_type type)
{
    return TYPE_SIZES[type];
}

const char *exercise_type_name(arg_type type)
{
    return TYPES[type];
}

static int index_of(const char *word, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0) return i;
    return -1;
}

// A number or a name: n, w, h, groups, and local for the first extent of a work-group.
static size_t term(const exercise *e, const char **text)
{
    const char *begin = *text;
    while (isalnum((unsigned char)**text))
        ++*text;
    const size_t length = (size_t)(*text - begin);
    if (length > 0 && isdigit((unsigned char)*begin)) return (size_t)strtoull(begin, NULL, 10);
    const char *const names[] = { "n", "w", "h", "groups", "local" };
    const size_t values[] = { e->n, e->w, e->h, e->groups, e->local[0] };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strlen(names[i]) == length && strncmp(names[i], begin, length) == 0) return values[i];
    ocl_exit(OCL_EXIT_USAGE, "run.txt: '%s' is no number and no name of a size", begin);
}

// Terms joined by + - * /, from left to right: n+1, w*h.
static size_t evaluate(const exercise *e, const char *text)
{
    size_t value = term(e, &text);
    while (*text) {
        const char sign = *text++;
        const size_t other = term(e, &text);
        switch (sign) {
        case '+':
            value += other;
            break;
        case '-':
            value -= other;
            break;
        case '*':
            value *= other;
            break;
        case '/':
            value = other ? value / other : 0;
            break;
        default:
            ocl_exit(OCL_EXIT_USAGE, "run.txt: '%c' joins no sizes", sign);
        }
    }
    return value;
}

void exercise_read_size(const char *text, size_t extents[2])
{
    char *end;
    extents[0] = (size_t)strtoull(text, &end, 10);
    extents[1] = *end == 'x' ? (size_t)strtoull(end + 1, &end, 10) : 1;
    if (*end || extents[0] == 0 || extents[1] == 0)
        ocl_exit(OCL_EXIT_USAGE, "run.txt: '%s' is no size", text);
}

static void copy_word(char *to, size_t room, const char *word)
{
    if (!word || strlen(word) >= room)
        ocl_exit(OCL_EXIT_USAGE, "run.txt: a word is missing or too long");
    memcpy(to, word, strlen(word) + 1);
}

// "in float x n below 16": kind, type, name, count, fill and its numbers.
static void read_arg(exercise *e, int kind, char **words, size_t count)
{
    const int type = count > 3 ? index_of(words[1], TYPES, 5) : -1;
    if (type < 0 || e->arg_count == MAX_ARGS)
        ocl_exit(OCL_EXIT_USAGE, "run.txt: an argument is: KIND TYPE NAME COUNT [FILL]");
    exercise_arg *a = &e->args[e->arg_count++];
    *a = (exercise_arg){ .kind = (arg_kind)kind, .type = (arg_type)type };
    copy_word(a->name, sizeof a->name, words[2]);
    copy_word(a->count, sizeof a->count, words[3]);
    copy_word(a->fill, sizeof a->fill, count > 4 ? words[4] : "halves");
    if (count > 5) a->low = strtod(words[5], NULL);
    if (count > 6) a->high = strtod(words[6], NULL);
}

static void read_line(exercise *e, char **words, size_t count)
{
    const char *key = words[0];
    // "local 64" is the size of the work-groups, "local float part 64" is an argument.
    const bool extents = count > 1 && isdigit((unsigned char)words[1][0]);
    const int kind = extents ? -1 : index_of(key, KINDS, 6);
    if (kind >= 0) {
        read_arg(e, kind, words, count);
    } else if (index_of(key, OTHERS, 4) >= 0) {
        // It is for learn.py.
    } else if (count < 2) {
        ocl_exit(OCL_EXIT_USAGE, "run.txt: nothing follows '%s'", key);
    } else if (strcmp(key, "kernel") == 0) {
        copy_word(e->kernel, sizeof e->kernel, words[1]);
    } else if (strcmp(key, "reference") == 0) {
        copy_word(e->reference, sizeof e->reference, words[1]);
    } else if (strcmp(key, "options") == 0) {
        for (size_t i = 1; i < count; i++) {
            const size_t used = strlen(e->defines);
            e->defines[used] = ' ';    // between two options, or before the first
            copy_word(e->defines + used + 1, sizeof e->defines - used - 1, words[i]);
        }
    } else if (strcmp(key, "bound") == 0) {
        e->bound = strtod(words[1], NULL);
    } else if (strcmp(key, "sizes") == 0) {
        for (size_t i = 1; i < count && e->size_count < MAX_SIZES; i++)
            exercise_read_size(words[i], e->sizes[e->size_count++]);
    } else if (strcmp(key, "simulate") == 0) {
        exercise_read_size(words[1], e->simulated);
    } else if (strcmp(key, "local") == 0 || strcmp(key, "global") == 0) {
        e->dims = count > 2 ? 2 : 1;
        for (size_t d = 0; d < e->dims; d++)
            if (key[0] == 'g')
                copy_word(e->global[d], sizeof e->global[d], words[1 + d]);
            else
                e->local[d] = (size_t)strtoull(words[1 + d], NULL, 10);
    } else {
        ocl_exit(OCL_EXIT_USAGE, "run.txt: '%s' is unknown", key);
    }
}

exercise exercise_read(const char *path)
{
    exercise e = { .local = { 1, 1 } };
    unsigned char *data;
    size_t bytes;
    ocl_message why;
    if (!ocl_read_file(path, &data, &bytes, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    char *line = (char *)data;
    while (line && *line) {
        char *next = strchr(line, '\n');
        if (next) *next++ = 0;
        char *words[16];
        size_t count = 0;
        for (char *word = strtok(line, " \t\r"); word && count < 16; word = strtok(NULL, " \t\r"))
            words[count++] = word;
        if (count > 0 && words[0][0] != '#') read_line(&e, words, count);
        line = next;
    }
    free(data);
    if (!*e.kernel || !*e.reference || !*e.global[0] || e.size_count == 0 || e.local[0] == 0 ||
        e.local[1] == 0)
        ocl_exit(OCL_EXIT_USAGE, "%s: kernel, reference, global, local or sizes are missing", path);
    if (e.simulated[0] == 0) memcpy(e.simulated, e.sizes[0], sizeof e.simulated);
    return e;
}

// One element of an input.  "halves": multiples of 0.5, whose sums and products stay exact.
static double element(const exercise_arg *a, size_t seed, size_t i)
{
    const uint64_t bits = ocl_random(seed, i);
    if (strcmp(a->fill, "zero") == 0 || strcmp(a->fill, "ranks") == 0) return 0;
    if (strcmp(a->fill, "ramp") == 0) return (double)i;
    if (strcmp(a->fill, "all") == 0) return a->low;
    if (strcmp(a->fill, "below") == 0) return (double)(bits % (uint64_t)a->low);
    // Rises by 1 to 5 from element to element.
    if (strcmp(a->fill, "rising") == 0) return (double)(3 * i + bits % 3);
    // Each number below the count once, as long as the count is no multiple of 7919.
    if (strcmp(a->fill, "shuffled") == 0) return (double)((7919 * i + 3) % a->elements);
    if (strcmp(a->fill, "from") == 0)
        return (double)ocl_random_f32((float)a->low, (float)a->high, seed, i);
    if (strcmp(a->fill, "quarters") == 0) return (double)(bits % 1601) / 4 - 100;
    if (strcmp(a->fill, "halves") == 0)
        return a->type == TYPE_FLOAT ? (double)(bits % 101) / 2 - 20 : (double)(bits % 100);
    ocl_exit(OCL_EXIT_USAGE, "run.txt: '%s' fills nothing", a->fill);
}

static void store(void *to, arg_type type, size_t i, double value)
{
    switch (type) {
    case TYPE_FLOAT:
        ((float *)to)[i] = (float)value;
        break;
    case TYPE_UINT:
        ((uint32_t *)to)[i] = (uint32_t)value;
        break;
    case TYPE_INT:
        ((int32_t *)to)[i] = (int32_t)value;
        break;
    case TYPE_UCHAR:
        ((unsigned char *)to)[i] = (unsigned char)value;
        break;
    case TYPE_ULONG:
        ((uint64_t *)to)[i] = (uint64_t)value;
        break;
    }
}

// Element i is how many elements of x before element i are larger than the number behind "ranks".
static void fill_ranks(exercise_arg *a, const exercise_arg *x)
{
    const uint32_t *from = (const void *)x->before;
    uint32_t *to = (void *)a->before, count = 0;
    for (size_t i = 0; i < a->elements; i++) {
        to[i] = count;
        count += from[i] > a->low;
    }
}

void exercise_fill(exercise *e, size_t which)
{
    const size_t *size = which == SIZE_MAX ? e->simulated : e->sizes[which];
    e->w = size[0];
    e->h = size[1];
    e->n = e->w * e->h;
    e->groups = 0;
    for (size_t d = 0; d < e->dims; d++) {
        const size_t groups = ocl_divide_up(evaluate(e, e->global[d]), e->local[d]);
        e->global_size[d] = groups * e->local[d];
        e->groups = d == 0 ? groups : e->groups * groups;
    }
    for (size_t k = 0; k < e->arg_count; k++) {
        exercise_arg *a = &e->args[k];
        if (a->kind == ARG_VALUE) {
            a->value = isalpha((unsigned char)a->count[0]) ? (double)evaluate(e, a->count)
                                                           : strtod(a->count, NULL);
            continue;
        }
        a->elements = evaluate(e, a->count);
        a->bytes = a->elements * TYPE_SIZES[a->type];
        if (a->kind == ARG_LOCAL) continue;
        a->before = ocl_alloc(a->bytes);
        a->want = ocl_alloc(a->bytes);
        for (size_t i = 0; i < a->elements; i++)
            store(a->before, a->type, i, a->kind == ARG_OUT ? 0 : element(a, k + 1, i));
        if (strcmp(a->fill, "ranks") == 0) fill_ranks(a, a - 1);
        memcpy(a->want, a->before, a->bytes);
    }
    if (!exercise_reference(e, e->reference))
        ocl_exit(OCL_EXIT_USAGE, "run.txt: there is no reference '%s'", e->reference);
}

void exercise_drop(exercise *e)
{
    for (size_t k = 0; k < e->arg_count; k++) {
        free(e->args[k].before);
        free(e->args[k].want);
        e->args[k].before = e->args[k].want = NULL;
    }
}

static const exercise_arg *find(const exercise *e, const char *name)
{
    for (size_t k = 0; k < e->arg_count; k++)
        if (strcmp(e->args[k].name, name) == 0) return &e->args[k];
    ocl_exit(OCL_EXIT_USAGE, "run.txt: the reference needs an argument '%s'", name);
}

const void *exercise_in(const exercise *e, const char *name)
{
    return find(e, name)->before;
}

void *exercise_want(const exercise *e, const char *name)
{
    return find(e, name)->want;
}

double exercise_value(const exercise *e, const char *name)
{
    return find(e, name)->value;
}
