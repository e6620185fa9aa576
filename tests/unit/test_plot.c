// SPDX-License-Identifier: MIT
//
// Unit tests of chart, timeline and gnuplot: the scripts, and the files that gnuplot makes of them.

#include "gnuplot.h"
#include "system/process.h"
#include "system/read_file.h"
#include "timeline.h"

#include "test_child.h"

#include <math.h>

static const double NAN_VALUE = (double)NAN;

static void assert_holds(const ocl_growing *script, const char *part)
{
    if (!strstr(script->text, part)) fail_msg("no \"%s\" in\n%s", part, script->text);
}

static void assert_lacks(const ocl_growing *script, const char *part)
{
    if (strstr(script->text, part)) fail_msg("\"%s\" is in\n%s", part, script->text);
}

// The first bytes of what gnuplot draws say which kind of file it is.
static void assert_draws(const ocl_growing *script, const char *path, const char *magic)
{
    ocl_message why;
    unsigned char *data;
    size_t bytes;
    if (!ocl_plot(script, 400, path, &why)) fail_msg("%s", why.text);
    assert_true(ocl_read_file(path, &data, &bytes, &why));
    assert_true(bytes > strlen(magic));
    assert_memory_equal(data, magic, strlen(magic));
    free(data);
    remove(path);
}

static void assert_all_formats(const ocl_growing *script)
{
    if (!ocl_has_program("gnuplot")) skip();
    assert_draws(script, "test_plot.png", "\x89PNG");
    assert_draws(script, "test_plot.svg", "<?xml");
    assert_draws(script, "test_plot.pdf", "%PDF");
    assert_draws(script, "test_plot.gp", "# gnuplot");
}

static const double SIZES[] = { 4096, 8192, 16384 };
static const double RATES[] = { 0.5, 20.0, 3000.0 };
static const double HOLES[] = { 1.0, (double)NAN, -2.0 };

static void test_curves(void **state)
{
    (void)state;
    const ocl_series series[] = {
        { .label = "it's \"odd\"", .x = SIZES, .y = RATES, .count = 3, .colour = { 1, 2, 255 } },
        { .label = NULL, .x = SIZES, .y = HOLES, .count = 3, .colour = ocl_palette(1) },
    };
    ocl_chart chart = { .title = "Rates\n`id`",
                        .subtitle = "a device",
                        .x_label = "bytes",
                        .y_label = "GB/s",
                        .series = series,
                        .series_count = 2,
                        .log_x = true,
                        .log_y = true,
                        .line = 100.0,
                        .line_label = "limit" };
    ocl_message why;
    ocl_growing script = { 0 };
    assert_true(ocl_curves_script(&script, &chart, &why));
    assert_holds(&script, "$series0 << EOD\n4096 0.5\n8192 20\n16384 3000\nEOD\n");
    assert_holds(&script,
                 "$series1 << EOD\n4096 1\n\n\nEOD\n");    // values <= 0 and NaN are left out
    assert_holds(&script, "set title 'Rates?`id`' . \"\\n \"\nset label 'a device' at ");
    assert_holds(&script, "set xlabel 'bytes'\nset ylabel 'GB/s'\n");
    assert_holds(&script, "set xtics ('4K' 4096, '8K' 8192, '16K' 16384)\n");
    assert_holds(&script, "set logscale y\nset yrange [0.1:*]\n");
    assert_holds(&script, "linecolor rgb '#0102ff' title 'it''s \"odd\"'");
    assert_holds(&script,
                 ", 100 with lines dashtype 2 linewidth 1.5 linecolor rgb 'black' title 'limit'\n");
    assert_all_formats(&script);
    free(script.text);

    // Values that are not ten times apart: a linear axis from 0.  The second series has other x
    // than the first, so the marks are gnuplot's.
    const double close[] = { 2.0, 3.0, 19.9 }, farther[] = { 3.0, 9.0, 5000.0 };
    const ocl_series near[] = { { .x = (const double[]){ 1.0, 2.0, 4.0 }, .y = close, .count = 3 },
                                { .x = farther, .y = close, .count = 3 } };
    const ocl_chart linear = { .series = near, .series_count = 2, .log_y = true };
    script = (ocl_growing){ 0 };
    assert_true(ocl_curves_script(&script, &linear, &why));
    assert_lacks(&script, "logscale");
    assert_holds(&script, "set yrange [0:*]\n");
    assert_lacks(&script, "set xtics (");
    free(script.text);

    script = (ocl_growing){ 0 };
    chart.log_x = chart.log_y = false;
    chart.line = 0.0;
    assert_true(ocl_curves_script(&script, &chart, &why));
    assert_holds(&script, "16384 -2\n");
    assert_lacks(&script, "logscale");
    assert_lacks(&script, "yrange");    // there is a value below 0
    assert_all_formats(&script);
    free(script.text);
}

// The curve below shows at both sides of the one that lies on it.  The third one is elsewhere.
static void test_curves_on_each_other(void **state)
{
    (void)state;
    const double close[] = { 0.51, 20.1, 4000.0 }, far[] = { 5.0, 200.0, 3000.0 };
    const ocl_series series[] = {
        { .label = "a", .x = SIZES, .y = RATES, .count = 3 },
        { .label = "b", .x = SIZES, .y = close, .count = 3 },
        { .label = "c", .x = SIZES, .y = far, .count = 3 },
    };
    const ocl_chart chart = { .series = series, .series_count = 3 };
    ocl_message why;
    ocl_growing script = { 0 };
    assert_true(ocl_curves_script(&script, &chart, &why));
    assert_holds(&script, "plot $series0 with linespoints pointtype 7 pointsize 1.0 linewidth 5 ");
    assert_holds(&script, ", $series1 with linespoints pointtype 7 pointsize 0.6 linewidth 2 ");
    assert_holds(&script, ", $series2 with linespoints pointtype 7 pointsize 0.6 linewidth 2 ");
    assert_all_formats(&script);
    free(script.text);
}

// Bars that go beyond the axis say how far.
static void test_cut_bars(void **state)
{
    (void)state;
    const double red[] = { 900.0, 3.0, 5.0, 4.0 }, blue[] = { 1.0, 2.0, 3.0, 70.0 };
    const ocl_series series[] = {
        { .label = "red", .y = red, .count = 4 },
        { .label = "blue", .y = blue, .count = 4 },
    };
    const ocl_chart chart = { .series = series, .series_count = 2, .top = 5.5 };
    ocl_message why;
    ocl_growing script = { 0 };
    assert_true(ocl_bars_script(&script, &chart, &why));
    assert_holds(&script, "set yrange [0:5.5]\n");
    assert_holds(&script, "set label \"red at 0: 900, cut\\n\" at 0, graph 0.97 left ");
    assert_holds(&script, "set label \"blue at 3: 70, cut\\n\" at 3, graph 0.97 right ");
    assert_lacks(&script, "at 1: ");
    assert_all_formats(&script);
    free(script.text);
}

// A curve without a value has no line, so its name is not in the legend.
static void test_empty_curve(void **state)
{
    (void)state;
    const double nothing[] = { (double)NAN, (double)NAN, (double)NAN };
    const ocl_series series[] = {
        { .label = "empty", .x = SIZES, .y = nothing, .count = 3 },
        { .label = "full", .x = SIZES, .y = RATES, .count = 3 },
    };
    const ocl_chart chart = { .series = series, .series_count = 2 };
    ocl_message why;
    ocl_growing script = { 0 };
    assert_true(ocl_curves_script(&script, &chart, &why));
    assert_lacks(&script, "title 'empty'");
    assert_holds(&script, "plot $series1 ");
    assert_holds(&script, "title 'full'");
    assert_all_formats(&script);
    free(script.text);
}

// The script of one curve with these values of x.
static ocl_growing script_of(const double *x, size_t count)
{
    static const double ones[16] = { 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
                                     1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0 };
    const ocl_series series = { .x = x, .y = ones, .count = count };
    const ocl_chart chart = { .series = &series, .series_count = 1 };
    ocl_message why;
    ocl_growing script = { 0 };
    assert_true(ocl_curves_script(&script, &chart, &why));
    return script;
}

// Whole numbers have no marks such as 1.2 and 1.4 between them.
static void test_marks(void **state)
{
    (void)state;
    const double units[] = { 1.0, 2.0 }, uneven[] = { 1.0, 2.0, 3.0, 31.0 };
    const double many[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, close[] = { 0.0, 0.5, 10.0 };
    const double wide[] = { 10, 20, 30, 40, 50, 60, 70, 80, 90 };
    const double samples[] = { 32.0, 40.0, 48.0, 56.0, 64.0 };

    ocl_growing script = script_of(units, 2);
    assert_holds(&script, "set xtics (1, 2)\n");
    free(script.text);
    script = script_of(samples, 5);
    assert_holds(&script, "set xtics (32, 40, 48, 56, 64)\n");
    assert_all_formats(&script);
    free(script.text);
    script = script_of(many, 9);    // too many numbers for marks at all points of any chart
    assert_holds(&script, "set xtics 1\n");
    assert_all_formats(&script);
    free(script.text);
    script = script_of(uneven, 4);    // 1, 2 and 3 would lie on each other
    assert_lacks(&script, "set xtics (");
    assert_lacks(&script, "set xtics 1");
    free(script.text);
    script = script_of(wide, 9);
    assert_lacks(&script, "set xtics (");
    assert_lacks(&script, "set xtics 1");
    free(script.text);
    script = script_of(close, 3);    // 0.5 is not whole
    assert_lacks(&script, "set xtics (");
    assert_lacks(&script, "set xtics 1");
    free(script.text);
}

static void test_bars(void **state)
{
    (void)state;
    const char *const names[] = { "naive", "a name that is longer than the others are",
                                  "another long one" };
    const ocl_series series[] = {
        { .label = "noise", .y = RATES, .count = 3, .colour = ocl_palette(0) },
        { .label = "constant", .y = HOLES, .count = 3, .colour = ocl_palette(1) },
    };
    ocl_chart chart = { .y_label = "GB/s", .series = series, .series_count = 1, .names = names };
    ocl_message why;
    ocl_growing script = { 0 };
    assert_true(ocl_bars_script(&script, &chart, &why));
    assert_holds(&script, "\"naive\" 0.5\n");
    assert_holds(&script, "set yrange [0:*]\n");
    assert_holds(&script, "set xtics rotate");
    assert_holds(&script, "with labels");    // one series: the values stand on the bars
    assert_all_formats(&script);
    free(script.text);

    script = (ocl_growing){ 0 };
    chart.series_count = 2;
    chart.log_y = true;
    assert_true(ocl_bars_script(&script, &chart, &why));
    assert_holds(&script, "\"another long one\" 3000 NaN\n");
    assert_holds(&script, "using 3:xtic(1)");
    assert_lacks(&script, "with labels");
    assert_all_formats(&script);
    free(script.text);

    script = (ocl_growing){ 0 };
    chart.names = NULL;
    assert_true(ocl_bars_script(&script, &chart, &why));
    assert_holds(&script, "set style fill transparent");
    assert_holds(&script, "set xtics 1\n");    // three bars: no mark at 0.5
    assert_holds(&script, "$series1 << EOD\n0 1\n\n\nEOD\n");
    assert_all_formats(&script);
    free(script.text);
}

static void test_nothing_to_draw(void **state)
{
    (void)state;
    const ocl_series empty = { .y = &NAN_VALUE, .count = 1 };
    const ocl_chart chart = { .series = &empty, .series_count = 1 };
    const ocl_chart none = { .series = &empty, .series_count = 0 };
    ocl_message why;
    ocl_growing script = { 0 };
    assert_false(ocl_curves_script(&script, &chart, &why));
    assert_non_null(strstr(why.text, "no value"));
    assert_false(ocl_bars_script(&script, &chart, &why));
    assert_false(ocl_bars_script(&script, &none, &why));
    free(script.text);
}

static void test_timeline(void **state)
{
    (void)state;
    const char *const lanes[] = { "queue 0", "queue 1" };
    const char *const kinds[] = { "write", "kernel" };
    ocl_span spans[] = {
        { .label = "a", .lane = 0, .kind = 0, .begin_ns = 5e6, .end_ns = 7e6 },
        { .label = "too long for so short a span",
          .lane = 1,
          .kind = 1,
          .begin_ns = 8e6,
          .end_ns = 8.1e6 },
        { .lane = 1, .kind = 1, .begin_ns = 10e6, .end_ns = 15e6 },
    };
    ocl_timeline timeline = { .title = "When",
                              .lanes = lanes,
                              .lane_count = 2,
                              .kinds = kinds,
                              .kind_count = 2,
                              .spans = spans,
                              .span_count = 3 };
    ocl_message why;
    ocl_growing script = { 0 };
    assert_true(ocl_timeline_script(&script, &timeline, &why));
    assert_holds(&script, "$kind0 << EOD\n0 2 0\nEOD\n");
    assert_holds(&script, "$kind1 << EOD\n3 3.1 1\n5 10 1\nEOD\n");
    assert_holds(&script, "set ytics ('queue 0' 0, 'queue 1' 1)");
    assert_holds(&script, "set xlabel 'time in ms'\nset xrange [0:10]\nset yrange [1.5:-0.5]\n");
    assert_holds(&script, "set label 'a' at 1,0 center");
    assert_lacks(&script, "too long");
    assert_all_formats(&script);
    free(script.text);

    script = (ocl_growing){ 0 };
    spans[0].lane = 2;
    assert_false(ocl_timeline_script(&script, &timeline, &why));
    spans[0].lane = 0;
    spans[0].end_ns = 1.0;
    assert_false(ocl_timeline_script(&script, &timeline, &why));
    spans[0].end_ns = (double)INFINITY;
    assert_false(ocl_timeline_script(&script, &timeline, &why));
    timeline.span_count = 0;
    assert_false(ocl_timeline_script(&script, &timeline, &why));
    free(script.text);
}

static void test_refusals(void **state)
{
    (void)state;
    ocl_message why;
    assert_false(ocl_can_plot("chart.bmp", &why));
    assert_non_null(strstr(why.text, ".gp"));
    assert_true(ocl_can_plot("Chart.GP", &why));

    ocl_growing script = { 0 };
    ocl_append_text(&script, "this is no command of gnuplot\n");
    if (ocl_has_program("gnuplot")) {
        assert_false(ocl_plot(&script, 400, "test_plot_bad.png", &why));
        assert_non_null(strstr(why.text, "test_plot_bad.png: gnuplot failed"));
        assert_null(fopen("test_plot_bad.png", "rb"));
    }
    assert_false(ocl_plot(&script, 400, "/nonexistent/folder/chart.gp", &why));
    free(script.text);
}

// In a child whose PATH leads nowhere.
static int without_gnuplot(void)
{
    ocl_message why;
    const bool refused = !ocl_can_plot("chart.png", &why) && strstr(why.text, "gnuplot-nox");
    return refused && ocl_can_plot("chart.gp", &why) && !ocl_has_program("gnuplot") ? 0 : 1;
}

static const char *program;

static void test_without_gnuplot(void **state)
{
    (void)state;
    outcome child;
    run_child(&child, program, "PATH=/nonexistent", "child");
    assert_int_equal(child.status, 0);
}

int main(int argc, char **argv)
{
    if (argc > 1) return without_gnuplot();
    program = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_curves),   cmocka_unit_test(test_curves_on_each_other),
        cmocka_unit_test(test_cut_bars), cmocka_unit_test(test_empty_curve),
        cmocka_unit_test(test_marks),    cmocka_unit_test(test_bars),
        cmocka_unit_test(test_timeline), cmocka_unit_test(test_nothing_to_draw),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_without_gnuplot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
