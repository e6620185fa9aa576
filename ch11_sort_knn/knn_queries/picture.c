// SPDX-License-Identifier: MIT

#include "picture.h"

#include "gnuplot.h"

enum { COLOURS = 8, MAX_LEGEND = 16, MAX_POINTS = 25000, HEIGHT = 720 };

// Where the queries are along an axis, in the numbers of the file.
typedef struct {
    double first, step;
} axis;

static axis axis_of(const knn_data *d, size_t j)
{
    const size_t last = PICTURE_SIDE - 1;    // of the top row
    const size_t low = j == 0 ? 0 : last * PICTURE_SIDE, high = j == 0 ? last : 0;
    const double first = d->asked_values[2 * low + j] + d->centre[j];
    const double step = (d->asked_values[2 * high + j] + d->centre[j] - first) / (double)last;
    if (step > 0.0) return (axis){ first, step };
    return (axis){ first - 0.5 * (double)last, 1.0 };    // all points are at the same place
}

// Between white and the colour of the class.
static void append_colour(ocl_growing *script, size_t class, double strength)
{
    const ocl_colour c = ocl_palette(class);
    const unsigned rgb[] = { c.r, c.g, c.b };
    ocl_append_text(script, "'#");
    for (int k = 0; k < 3; k++)
        ocl_append_format(script, "%02x", (unsigned)(255.5 - strength * (255 - (int)rgb[k])));
    ocl_append_text(script, "'");
}

// The class of each query, from the lowest row up.
static void append_plane(ocl_growing *script, const knn_data *d, const uint64_t *answers)
{
    ocl_append_text(script, "$plane << EOD\n");
    for (size_t row = PICTURE_SIDE; row-- > 0;) {
        for (size_t i = row * PICTURE_SIDE; i < (row + 1) * PICTURE_SIDE; i++)
            ocl_append_format(script, "%u ", (unsigned)(answers[i * d->row + d->k] % COLOURS));
        ocl_append_text(script, "\n");
    }
    ocl_append_text(script, "EOD\nset cbrange [0:7]\nunset colorbox\nset palette defined (");
    for (size_t c = 0; c < COLOURS; c++) {
        ocl_append_format(script, "%s%zu ", c > 0 ? ", " : "", c);
        append_colour(script, c, 0.35);
    }
    ocl_append_text(script, ")\n");
}

// One of so many points is drawn.
static size_t every_point(const knn_data *d)
{
    return ocl_divide_up(d->n, MAX_POINTS);
}

// The points of a class: $class0, $class1, ...  Whether there is one.
static bool append_points(ocl_growing *script, const knn_data *d, size_t class)
{
    size_t count = 0;
    for (size_t i = 0; i < d->n; i += every_point(d)) {
        if (d->table.labels[i] != class) continue;
        if (count++ == 0) ocl_append_format(script, "$class%zu << EOD\n", class);
        const double *at = d->table.values + 2 * i;
        ocl_append_format(script, "%.10g %.10g\n", at[0] + d->centre[0], at[1] + d->centre[1]);
    }
    if (count > 0) ocl_append_text(script, "EOD\n");
    return count > 0;
}

static void append_axis(ocl_growing *script, const knn_data *d, size_t j, axis a)
{
    static const char *const NAMES[] = { "x", "y" };
    const char *heading = d->table.headings[j];
    ocl_append_format(script, "set %srange [%.17g:%.17g]\nset %slabel ", NAMES[j],
                      a.first - 0.5 * a.step, a.first + (PICTURE_SIDE - 0.5) * a.step, NAMES[j]);
    ocl_append_quoted(script, heading[0] ? heading : NAMES[j]);
    ocl_append_text(script, "\n");
}

static void append_legend(ocl_growing *script, const knn_data *d, size_t class)
{
    if (d->table.classes > MAX_LEGEND) {
        ocl_append_text(script, " notitle");
    } else {
        ocl_append_text(script, " title ");
        ocl_append_quoted(script, d->table.names[class]);
    }
}

void knn_draw(const knn_data *d, const uint64_t *answers, const char *path)
{
    if (!path) return;
    const axis x = axis_of(d, 0), y = axis_of(d, 1);
    const char *size = d->n > 2000 ? "0.3" : d->n > 300 ? "0.7" : "1";
    char title[80], subtitle[80];
    snprintf(title, sizeof title,
             "Each place has the class that most of its %zu nearest points have", d->k);
    snprintf(subtitle, sizeof subtitle, "dots: %zu points; light: all other places",
             ocl_divide_up(d->n, every_point(d)));

    ocl_growing script = { 0 }, plot = { 0 };
    append_plane(&script, d, answers);
    ocl_append_format(&plot, "plot $plane matrix using (%.17g+$1*%.17g):(%.17g+$2*%.17g):3",
                      x.first, x.step, y.first, y.step);
    ocl_append_text(&plot, " with image notitle");
    for (size_t c = 0; c < d->table.classes; c++) {
        if (!append_points(&script, d, c)) continue;
        ocl_append_format(&plot, ", $class%zu with points pointtype 7 pointsize %s linecolor rgb ",
                          c, size);
        append_colour(&plot, c, 1.0);
        append_legend(&plot, d, c);
    }
    ocl_append_title(&script, title, subtitle);
    append_axis(&script, d, 0, x);
    append_axis(&script, d, 1, y);
    ocl_append_text(&script, "set tics out nomirror\nset key outside right top title 'class'\n");
    ocl_append_text(&script, plot.text);
    ocl_append_text(&script, "\n");
    ocl_message why;
    if (!ocl_plot(&script, HEIGHT, path, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    free(plot.text);
    free(script.text);
}
