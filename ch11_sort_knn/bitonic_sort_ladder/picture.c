// SPDX-License-Identifier: MIT

#include "picture.h"

#include "gnuplot.h"

// Blocks of 2 * half keys become sorted in a stage.
typedef struct {
    size_t n, half, stride;
    unsigned number, stage;    // from 1
    bool flip;
} pass;

// Goes on to the next pass, the first one after { .n = n }.  False when there is none.
static bool next_pass(pass *p)
{
    p->stride /= 2;
    if (p->stride == 0) {
        p->half = p->half > 0 ? 2 * p->half : 1;
        p->stride = p->half;
        p->stage++;
    }
    p->number++;
    p->flip = p->stride == p->half;
    return p->half < p->n;
}

// The key that key `left` is compared with; 0 when it is on the right itself, or when the other one
// would be past the end.
static size_t partner_of(const pass *p, size_t left)
{
    if (left & p->stride) return 0;    // it is in the right half of a block
    const size_t right = p->flip ? left ^ (2 * p->stride - 1) : left + p->stride;
    return right < p->n ? right : 0;
}

static void append_name(ocl_growing *text, const pass *p)
{
    if (p->flip)
        ocl_append_text(text, "flip");
    else
        ocl_append_format(text, "%zu", p->stride);
}

// --- as a table

// Letters of a pass; '.' for a key whose partner would be past the end.
typedef struct {
    char text[2 * MOST_DRAWN + 1];
} letters;

static letters letters_of(const pass *p)
{
    letters drawn;
    for (size_t i = 0; i < p->n; i++) {
        drawn.text[2 * i] = '.';
        drawn.text[2 * i + 1] = i + 1 < p->n ? ' ' : '\0';
    }
    char letter = 'a';
    for (size_t left = 0; left < p->n; left++) {
        const size_t right = partner_of(p, left);
        if (right > 0) drawn.text[2 * left] = drawn.text[2 * right] = letter++;
    }
    return drawn;
}

static void show_passes(ocl_report *report, size_t n)
{
    ocl_report_note(report,
                    "keys with the same letter are compared; the smaller one goes to the left");
    ocl_table table = ocl_table_open(report, "passes", "pass, stage, stride, compared");
    for (pass p = { .n = n }; next_pass(&p);) {
        ocl_growing name = { 0 };
        append_name(&name, &p);
        ocl_table_row(&table, "%u %u %6s  %s", p.number, p.stage, name.text, letters_of(&p).text);
        free(name.text);
    }
}

// --- as a chart: passes from left to right.  The comparisons of a block, which would lie on each
// other, stand side by side.

enum { PASS_GAP = 2, FRAME_HEIGHT = 170, KEY_HEIGHT = 22 };

// Adds the comparisons of a pass to its stage's data.  Gives their number.
static size_t append_comparisons(ocl_growing *script, const pass *p, size_t at)
{
    size_t count = 0;
    for (size_t left = 0; left < p->n; left++) {
        const size_t right = partner_of(p, left), x = at + left % p->stride;
        if (right == 0) continue;
        ocl_append_format(script, "%zu %zu\n%zu %zu\n\n", x, left, x, right);
        count++;
    }
    return count;
}

static void append_plot(ocl_growing *script, size_t n, unsigned stages)
{
    ocl_append_text(script, "plot ");
    for (size_t key = 0; key < n; key++)
        ocl_append_format(script, "%zu with lines linecolor rgb '#b0b0b0' notitle, ", key);
    for (unsigned s = 1; s <= stages; s++) {
        const ocl_colour c = ocl_palette(s - 1);
        ocl_append_format(script,
                          "%s$stage%u with linespoints pointtype 7 pointsize 0.8 linewidth 2 "
                          "linecolor rgb '#%02x%02x%02x' title 'blocks of %u'",
                          s > 1 ? ", " : "", s, c.r, c.g, c.b, 1U << s);
    }
    ocl_append_text(script, "\n");
}

static void draw_network(size_t n, const char *path)
{
    ocl_growing script = { 0 }, tics = { 0 };
    size_t at = 0, comparisons = 0;
    unsigned passes = 0, stages = 0;
    for (pass p = { .n = n }; next_pass(&p); passes++) {
        if (p.flip)
            ocl_append_format(&script, "%s$stage%u << EOD\n", stages ? "EOD\n" : "", p.stage);
        stages = p.stage;
        comparisons += append_comparisons(&script, &p, at);
        ocl_append_text(&tics, passes > 0 ? ", '" : "set xtics nomirror ('");
        append_name(&tics, &p);
        ocl_append_format(&tics, "' %.1f", (double)at + 0.5 * (double)(p.stride - 1));
        at += p.stride + PASS_GAP;
    }
    ocl_append_text(&script, "EOD\n");
    char title[80];
    snprintf(title, sizeof title, "A bitonic network: %zu keys, %u passes, %zu comparisons", n,
             passes, comparisons);
    ocl_append_title(&script, title,
                     "Two dots: these keys are compared, and the smaller one goes up");
    ocl_append_text(&script, tics.text);
    ocl_append_format(&script, ")\nset xrange [-2:%zu]\nset yrange [%zu.5:-0.5]\n", at, n - 1);
    ocl_append_text(&script, "set ytics 1 nomirror\nset border 0\nset xlabel 'stride'\n"
                             "set ylabel 'place'\nset key outside right top\n");
    append_plot(&script, n, stages);
    ocl_message why;
    if (!ocl_plot(&script, FRAME_HEIGHT + KEY_HEIGHT * (unsigned)n, path, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    free(tics.text);
    free(script.text);
}

void bitonic_draw(ocl_report *report, const ocl_options *options)
{
    const size_t n = options->n[0];
    if (n < 2 || n > MOST_DRAWN) return;
    if (ocl_wants(options, "one_pass")) show_passes(report, n);
    if (options->output) draw_network(n, options->output);
}
