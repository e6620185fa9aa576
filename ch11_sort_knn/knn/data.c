// SPDX-License-Identifier: MIT

#include "knn/data.h"

// --- where the points are

// From 0 up, below 1; `which` tells the uses apart.
static double uniform(const knn_settings *s, uint64_t which, uint64_t index)
{
    return (double)(ocl_random(s->options.seed + which, index) >> 11) / 9007199254740992.0;
}

// Whole numbers below this have squared distances below 2^24.
static double coordinates_below(size_t dimensions)
{
    return floor(sqrt(16777215.0 / (double)dimensions));
}

static float coordinate(const knn_settings *s, size_t i, size_t j, uint32_t class)
{
    const double below = coordinates_below(s->dimensions);
    const uint64_t at = i * s->dimensions + j;
    double value = 0.5;
    switch (s->layout) {
    case LAYOUT_CLUSTERS:
        value = 0.2 + 0.6 * uniform(s, 1, class * MAX_FEATURES + j) +
                0.3 * (uniform(s, 2, 2 * at) + uniform(s, 2, 2 * at + 1) - 1.0);
        break;
    case LAYOUT_UNIFORM:
        value = uniform(s, 2, at);
        break;
    case LAYOUT_APPROACH:    // each point is nearer to the origin than the one before
        value = j == 0 ? 1.0 - (double)(i + 1) / (double)(s->options.n[0] + 1) : 0.0;
        break;
    }
    return (float)fmin(fmax(floor(value * below), 0.0), below - 1.0);
}

static knn_table make_points(const knn_settings *s)
{
    knn_table t = { .rows = s->options.n[0], .features = s->dimensions, .classes = s->classes };
    t.values = ocl_alloc(t.rows * t.features * sizeof *t.values);
    t.labels = ocl_alloc(t.rows * sizeof *t.labels);
    t.names = ocl_alloc(t.classes * sizeof *t.names);
    for (size_t c = 0; c < t.classes; c++)
        snprintf(t.names[c], sizeof t.names[c], "%zu", c);
    for (size_t i = 0; i < t.rows; i++) {
        t.labels[i] = (uint32_t)(ocl_random(s->options.seed, i) % t.classes);
        for (size_t j = 0; j < t.features; j++)
            t.values[i * t.features + j] = coordinate(s, i, j, t.labels[i]);
    }
    return t;
}

static knn_table read_points(const knn_settings *s)
{
    static const ocl_file_form form = { .is_text = true };
    const char *path = s->options.input;
    knn_table t;
    unsigned char *text;
    size_t bytes;
    ocl_message why;
    if (!ocl_read_file_as(path, &form, &text, &bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    if (!knn_table_parse(&t, (const char *)text, bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why.text);
    if (s->features && !knn_table_keep(&t, s->features, &why))
        ocl_exit(OCL_EXIT_USAGE, "--features: %s", why.text);
    free(text);
    return t;
}

// --- what is asked

static void find_box(knn_data *d)
{
    for (size_t j = 0; j < 2 && j < d->dimensions; j++) {
        d->low[j] = d->high[j] = d->table.values[j];
        for (size_t i = 0; i < d->n; i++) {
            d->low[j] = fminf(d->low[j], d->table.values[i * d->dimensions + j]);
            d->high[j] = fmaxf(d->high[j], d->table.values[i * d->dimensions + j]);
        }
    }
}

// The middle of each square of the picture, from the top; the picture shows the box and a margin.
static void ask_picture(knn_data *d)
{
    for (size_t i = 0; i < d->queries; i++) {
        const double at[2] = { (double)(i % PICTURE_SIDE),
                               (double)(PICTURE_SIDE - 1 - i / PICTURE_SIDE) };
        for (int j = 0; j < 2; j++) {
            const double size = (double)d->high[j] - (double)d->low[j];
            const double share = 1.1 * (at[j] + 0.5) / PICTURE_SIDE - 0.05;
            d->asked[2 * i + (size_t)j] = (float)((double)d->low[j] + share * size);
        }
    }
}

static void ask(knn_data *d, const knn_settings *s)
{
    d->queries = s->options.output  ? (size_t)PICTURE_SIDE * PICTURE_SIDE
                 : d->leave_one_out ? d->n
                                    : s->queries;
    d->asked = ocl_alloc(d->queries * d->dimensions * sizeof *d->asked);
    if (s->options.output)
        ask_picture(d);
    else if (d->leave_one_out)
        memcpy(d->asked, d->table.values, d->n * d->dimensions * sizeof *d->asked);
    else
        for (size_t i = 0; i < d->queries * d->dimensions; i++)
            d->asked[i] = s->layout == LAYOUT_APPROACH
                              ? 0.0f
                              : (float)floor(uniform(s, 3, i) * coordinates_below(d->dimensions));
}

knn_data knn_get_data(const knn_settings *s)
{
    knn_data d = { .table = s->options.input ? read_points(s) : make_points(s) };
    d.access = s->access;
    d.n = d.table.rows;
    d.dimensions = d.table.features;
    d.leave_one_out = s->options.input && !s->options.output;
    d.k = s->k;
    d.kept = s->k + (d.leave_one_out ? 1 : 0);
    if (d.kept > d.n)
        ocl_exit(OCL_EXIT_USAGE, "--neighbours %zu: there are only %zu; give fewer", d.k,
                 d.n - (d.leave_one_out ? 1 : 0));
    if (s->options.variant && strcmp(s->options.variant, "grid") == 0 && d.dimensions != 2)
        ocl_exit(OCL_EXIT_USAGE, "--variant grid: the points have %zu dimensions; it needs 2",
                 d.dimensions);
    if (s->options.output && d.dimensions != 2)
        ocl_exit(OCL_EXIT_USAGE, "--output %s: the points have %zu dimensions, and a plane 2; %s",
                 s->options.output, d.dimensions,
                 s->options.input ? "choose two with --features 1,2" : "give --dimensions 2");
    d.stride = ocl_round_up(d.n, BLOCK);
    d.points = ocl_alloc(d.dimensions * d.stride * sizeof *d.points);
    for (size_t j = 0; j < d.dimensions; j++)
        for (size_t i = 0; i < d.stride; i++)
            d.points[j * d.stride + i] =
                i < d.n ? d.table.values[i * d.dimensions + j] : (float)INFINITY;
    find_box(&d);
    ask(&d, s);
    return d;
}

void knn_free_data(knn_data *d)
{
    knn_table_free(&d->table);
    free(d->asked);
    free(d->points);
}

// --- the answer in plain C

static uint64_t key_of(const float *p, const float *q, size_t dimensions, size_t index)
{
    float sum = 0.0f;
    for (size_t j = 0; j < dimensions; j++) {
        const float apart = p[j] - q[j];
        sum = fmaf(apart, apart, sum);
    }
    uint32_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return (uint64_t)bits << 32 | index;
}

double knn_key_distance(uint64_t key)
{
    const uint32_t bits = (uint32_t)(key >> 32);
    float distance;
    memcpy(&distance, &bits, sizeof distance);
    return (double)distance;
}

static uint64_t vote(const knn_data *d, const uint64_t *keys)
{
    size_t votes[MAX_CLASSES] = { 0 }, most = 0;
    for (size_t j = 0; j < d->k; j++)
        votes[d->table.labels[(uint32_t)keys[j]]]++;
    for (size_t c = 0; c < d->table.classes; c++)
        if (votes[c] > most) most = votes[c];
    size_t nearest = 0;    // of a class with so many votes
    while (votes[d->table.labels[(uint32_t)keys[nearest]]] < most)
        nearest++;
    return d->table.labels[(uint32_t)keys[nearest]];
}

void knn_ref(uint64_t *answers, const knn_data *d)
{
    for (size_t q = 0; q < d->queries; q++) {
        uint64_t *keys = answers + q * (d->k + 1);
        size_t count = 0;
        for (size_t i = 0; i < d->n; i++) {
            if (d->leave_one_out && i == q) continue;
            const uint64_t key = key_of(d->table.values + i * d->dimensions,
                                        d->asked + q * d->dimensions, d->dimensions, i);
            if (count == d->k && key > keys[count - 1]) continue;
            size_t at = count < d->k ? count++ : count - 1;
            for (; at > 0 && keys[at - 1] > key; at--)
                keys[at] = keys[at - 1];
            keys[at] = key;
        }
        keys[d->k] = vote(d, keys);
    }
}
