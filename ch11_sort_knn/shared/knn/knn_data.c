// SPDX-License-Identifier: MIT

#include "knn_data.h"

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

static double coordinate(const knn_settings *s, size_t i, size_t j, uint32_t class)
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
    return fmin(fmax(floor(value * below), 0.0), below - 1.0);
}

static knn_table make_points(const knn_settings *s)
{
    knn_table t = { .rows = s->options.n[0], .features = s->dimensions, .classes = s->classes };
    t.values = ocl_alloc(t.rows * t.features * sizeof *t.values);
    t.labels = ocl_alloc(t.rows * sizeof *t.labels);
    t.names = ocl_alloc(t.classes * sizeof *t.names);
    t.headings = ocl_alloc(t.features * sizeof *t.headings);
    memset(t.headings, 0, t.features * sizeof *t.headings);
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
    static const ocl_file_form form = { .text =
                                            "a table, one point per line, such as 1.5,2.5,red" };
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

// The query of the command line, --query A,B.
static void parse_query(double *values, const knn_settings *s, size_t dimensions)
{
    ocl_csv csv;
    ocl_message why;
    ocl_csv_open(&csv, s->query, strlen(s->query));
    const size_t count = ocl_csv_next(&csv, &why) ? csv.count : 0;
    for (size_t j = 0; j < count; j++) {
        double value;
        if (!ocl_csv_number(&csv, j, &value, &why))
            ocl_exit(OCL_EXIT_USAGE, "--query: %s", why.text);
        if (fabs(value) > KNN_LARGEST)
            ocl_exit(OCL_EXIT_USAGE, "--query: %s is larger than %g", csv.field[j], KNN_LARGEST);
        if (j < dimensions) values[j] = value;
    }
    ocl_csv_close(&csv);
    if (count != dimensions)
        ocl_exit(OCL_EXIT_USAGE, "--query: %zu numbers, and a point has %zu", count, dimensions);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(const knn_data *d, size_t feature)
{
    double *column = ocl_alloc(d->n * sizeof *column);
    for (size_t i = 0; i < d->n; i++)
        column[i] = d->table.values[i * d->dimensions + feature];
    qsort(column, d->n, sizeof *column, compare_doubles);
    const double median = column[d->n / 2];
    free(column);
    return median;
}

// Takes the medians of a file's points from the points, and from the queries that are given.
static void take_centre(knn_data *d, bool queries_too)
{
    for (size_t j = 0; j < d->dimensions; j++) {
        const double centre = median_of(d, j);
        if (j < 2) d->centre[j] = centre;
        for (size_t i = 0; i < d->n; i++)
            d->table.values[i * d->dimensions + j] -= centre;
        for (size_t i = 0; queries_too && i < d->queries; i++)
            d->asked_values[i * d->dimensions + j] -= centre;
    }
}

static double largest_of(const double *values, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(values[i]));
    return largest;
}

// A number becomes less than 2^59, a difference in the picture with its margin at most 1.1 * 2^60,
// and the sum of the squares of 64 of these less than 2^127.
static void choose_scale(knn_data *d, const knn_settings *s)
{
    const double largest = fmax(largest_of(d->table.values, d->n * d->dimensions),
                                largest_of(d->asked_values, d->queries * d->dimensions));
    int exponent;
    if (largest > 0.0 && largest < 1e-150)
        ocl_exit(OCL_EXIT_USAGE,
                 "%s: the points are within %.2g of their middle, and squares of that are no "
                 "doubles; multiply them",
                 s->options.input, largest);
    frexp(largest, &exponent);
    d->scale = largest > 0.0 ? 59 - exponent : 0;
}

static float float_of(const knn_data *d, double value)
{
    return (float)ldexp(value, d->scale);
}

static void fill_rows(knn_data *d)
{
    d->stride = ocl_round_up(d->n, BLOCK);
    d->points = ocl_alloc(d->dimensions * d->stride * sizeof *d->points);
    for (size_t j = 0; j < d->dimensions; j++)
        for (size_t i = 0; i < d->stride; i++)
            d->points[j * d->stride + i] =
                i < d->n ? float_of(d, d->table.values[i * d->dimensions + j]) : (float)INFINITY;
}

static void find_box(knn_data *d)
{
    for (size_t j = 0; j < 2 && j < d->dimensions; j++) {
        const float *row = d->points + j * d->stride;
        d->low[j] = d->high[j] = row[0];
        for (size_t i = 0; i < d->n; i++) {
            d->low[j] = fminf(d->low[j], row[i]);
            d->high[j] = fmaxf(d->high[j], row[i]);
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
            const float asked = (float)((double)d->low[j] + share * size);
            d->asked[2 * i + (size_t)j] = asked;
            d->asked_values[2 * i + (size_t)j] = ldexp((double)asked, -d->scale);
        }
    }
}

// A file without a query is asked for its middle, which will be 0.
static void ask(knn_data *d, const knn_settings *s)
{
    const size_t count = d->queries * d->dimensions;
    d->asked = ocl_alloc(count * sizeof *d->asked);
    d->asked_values = ocl_alloc(count * sizeof *d->asked_values);
    memset(d->asked_values, 0, count * sizeof *d->asked_values);
    if (s->query)
        parse_query(d->asked_values, s, d->dimensions);
    else if (d->leave_one_out)
        memcpy(d->asked_values, d->table.values, count * sizeof *d->asked_values);
    else if (!s->options.input && !s->options.output && s->layout != LAYOUT_APPROACH)
        for (size_t i = 0; i < count; i++)
            d->asked_values[i] = floor(uniform(s, 3, i) * coordinates_below(d->dimensions));
}

// The last generated point is where the last query is: a kernel that leaves it out is wrong.
static void move_last_point(knn_data *d)
{
    memcpy(d->table.values + (d->n - 1) * d->dimensions,
           d->asked_values + (d->queries - 1) * d->dimensions,
           d->dimensions * sizeof *d->asked_values);
}

// --- all of it

// Exits where there are not enough neighbours.
static void choose_neighbours(knn_data *d, const knn_settings *s)
{
    d->leave_one_out = s->options.input && !s->options.output && !s->one_query;
    const size_t others = d->n - (d->leave_one_out ? 1 : 0);
    d->k = s->root ? (size_t)lround(sqrt((double)others)) : s->k;
    if (d->k > MAX_K)
        ocl_exit(OCL_EXIT_USAGE, "--root: that would be %zu neighbours; give at most %d points",
                 d->k, MAX_K * MAX_K);
    if (d->k > others || d->k == 0)
        ocl_exit(OCL_EXIT_USAGE, "--neighbours %zu: there are only %zu; give fewer", d->k, others);
    d->kept = d->k + (d->leave_one_out ? 1 : 0);
    d->row = d->k + 1 + (s->one_query ? d->table.classes : 0);
}

static void require_plane(const knn_data *d, const knn_settings *s)
{
    if (s->options.variant && strcmp(s->options.variant, "grid") == 0 && d->dimensions != 2)
        ocl_exit(OCL_EXIT_USAGE, "--variant grid: the points have %zu dimensions; it needs 2",
                 d->dimensions);
    if (s->options.output && d->dimensions != 2)
        ocl_exit(OCL_EXIT_USAGE, "--output %s: the points have %zu dimensions, and a plane 2; %s",
                 s->options.output, d->dimensions,
                 s->options.input ? "choose two with --features 1,2" : "give --dimensions 2");
}

knn_data knn_get_data(const knn_settings *s)
{
    knn_data d = { .table = s->options.input ? read_points(s) : make_points(s) };
    d.access = s->access;
    d.n = d.table.rows;
    d.dimensions = d.table.features;
    choose_neighbours(&d, s);
    require_plane(&d, s);
    d.queries = s->options.output ? (size_t)PICTURE_SIDE * PICTURE_SIDE
                : d.leave_one_out ? d.n
                                  : s->queries;
    ask(&d, s);
    d.exact = !s->options.input && !s->query;
    if (d.exact && s->layout < LAYOUT_SAME) move_last_point(&d);
    if (s->options.input) take_centre(&d, s->query || d.leave_one_out);
    if (!d.exact) choose_scale(&d, s);
    fill_rows(&d);
    find_box(&d);
    for (size_t i = 0; i < d.queries * d.dimensions; i++)
        d.asked[i] = float_of(&d, d.asked_values[i]);
    if (s->options.output) ask_picture(&d);
    return d;
}

void knn_free_data(knn_data *d)
{
    knn_table_free(&d->table);
    free(d->asked_values);
    free(d->asked);
    free(d->points);
}

double knn_key_distance(uint64_t key)
{
    const uint32_t bits = (uint32_t)(key >> 32);
    float distance;
    memcpy(&distance, &bits, sizeof distance);
    return (double)distance;
}

double knn_squared_distance(const knn_data *d, uint64_t key)
{
    return ldexp(knn_key_distance(key), -2 * d->scale);
}

// --- the command line

static const char *const LAYOUTS[] = { "clusters", "uniform", "same", "approach", NULL };
static const char *const ACCESSES[] = { "auto", "contiguous", "strided", NULL };

static void require_at_most(const char *option, size_t value, size_t most)
{
    if (value > most) ocl_exit(OCL_EXIT_USAGE, "--%s %zu: give at most %zu", option, value, most);
}

void knn_parse(knn_settings *s, int argc, char **argv, const knn_about *about)
{
    const ocl_option query = { .usage = "-x, --query A,B: the point whose class is asked for",
                               .text = &s->query };
    const ocl_option queries = { .usage = "-m, --queries N: points whose class is asked for",
                                 .count = &s->queries };
    const ocl_option own[] = {
        { .usage = "-K, --neighbours N: that vote on the class, at most 64", .count = &s->k },
        { .usage = "-R, --root: as many neighbours as the root of the number of points",
          .flag = &s->root },
        about->one_query ? query : queries,
        { .usage = "-D, --dimensions N: coordinates of a point, at most 64",
          .count = &s->dimensions,
          .excludes = 'i' },
        { .usage = "-c, --classes N: of the points that are made",
          .count = &s->classes,
          .excludes = 'i' },
        { .usage = "-p, --layout NAME: where the points that are made lie",
          .choice = &s->layout,
          .choices = LAYOUTS,
          .excludes = 'i' },
        { .usage = "-a, --access NAME: how work-items share the points",
          .choice = &s->access,
          .choices = ACCESSES },
        { .usage = "-f, --features A,B: two of the file's features, such as 3,4",
          .text = &s->features },
        { .usage = NULL },
    };
    const ocl_about all = { .name = about->name,
                            .summary = about->summary,
                            .accepts = about->one_query ? "dnirVks" : "dniorVks",
                            .writes = OCL_CHART_FILE,
                            .size_help = "points with a known class",
                            .extents = 1,
                            .variants = about->variants,
                            .own = own };
    s->options = ocl_parse(argc, argv, &all, s->options);
    s->one_query = about->one_query;
    require_at_most("neighbours", s->k, MAX_K);
    require_at_most("dimensions", s->dimensions, MAX_FEATURES);
    require_at_most("classes", s->classes, MAX_CLASSES);
    require_at_most("size", s->options.n[0], UINT32_MAX / 2);
    require_at_most("queries", s->queries, UINT32_MAX / 2);
    if (s->features && !s->options.input)
        ocl_exit(OCL_EXIT_USAGE, "--features: give --input, the file that has them");
    if (s->options.input && s->options.size_given)
        ocl_exit(OCL_EXIT_USAGE, "--size: the file of --input has its own; leave out one of them");
}

void knn_require_memory(cl_device_id device, const knn_settings *s)
{
    const double n = (double)s->options.n[0], m = (double)s->queries, lists = 8.0 * (double)s->k;
    const double points = 4.0 * n * (double)s->dimensions, keys = 16.0 * n, parts = 4.0 * m * lists;
    ocl_require_memory(device, fmax(points, fmax(keys, parts)), points + 2.0 * keys + 3.0 * parts,
                       4.0 * points + parts);
}

// --- how work is divided

enum { GPU_GROUP = 128, GPU_GROUPS_PER_UNIT = 8 };

bool knn_is_contiguous(cl_device_id device, const knn_data *data)
{
    return data->access == 0 ? ocl_is_cpu(device) : data->access == 1;
}

size_t knn_fitting(size_t most, size_t each, cl_device_id device)
{
    const size_t room = (size_t)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE) / 2;
    most = ocl_smaller(most, ocl_local_limit(device, 0));
    most = ocl_smaller(most, (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
    size_t count = 1;
    while (2 * count <= most && 2 * count * each <= room)
        count *= 2;
    return count;
}

knn_sizes knn_choose_sizes(cl_device_id device, const knn_data *data)
{
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    if (knn_is_contiguous(device, data))
        return (knn_sizes){ .group = 1, .wide = 16, .groups = units };
    return (knn_sizes){ .group = knn_fitting(GPU_GROUP, data->kept * sizeof(cl_ulong), device),
                        .wide = 4,
                        .groups = units * GPU_GROUPS_PER_UNIT };
}
