// SPDX-License-Identifier: MIT

#include "timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// About how many letters a line of the picture holds.
enum { LETTERS = 110 };

// From the earliest begin to the latest end, and the unit that suits it.
typedef struct {
    double begin_ns, length_ns, unit_ns;
    const char *unit;
} period;

static bool check_spans(const ocl_timeline *t, ocl_message *why)
{
    if (t->lane_count == 0 || t->kind_count == 0 || t->span_count == 0)
        return ocl_refuse(why, "there is nothing to draw");
    for (size_t i = 0; i < t->span_count; i++) {
        const ocl_span *span = &t->spans[i];
        if (span->lane >= t->lane_count || span->kind >= t->kind_count)
            return ocl_refuse(why, "span %zu is of no lane or no kind", i);
        if (!isfinite(span->begin_ns) || !isfinite(span->end_ns) || span->begin_ns > span->end_ns)
            return ocl_refuse(why, "span %zu ends before it begins", i);
    }
    return true;
}

static period find_period(const ocl_timeline *t)
{
    double begin = INFINITY, end = -INFINITY;
    for (size_t i = 0; i < t->span_count; i++) {
        begin = fmin(begin, t->spans[i].begin_ns);
        end = fmax(end, t->spans[i].end_ns);
    }
    period p = { .begin_ns = begin, .length_ns = end - begin, .unit_ns = 1.0, .unit = "ns" };
    static const char *const units[] = { "us", "ms", "s" };
    for (size_t u = 0; u < 3 && p.length_ns / p.unit_ns >= 2000.0; u++) {
        p.unit_ns *= 1000.0;
        p.unit = units[u];
    }
    return p;
}

// The spans of a kind: begin, end, lane.
static void append_kind(ocl_growing *script, const ocl_timeline *t, const period *p, size_t kind)
{
    char line[120];
    snprintf(line, sizeof line, "$kind%zu << EOD\n", kind);
    ocl_append_text(script, line);
    for (size_t i = 0; i < t->span_count; i++) {
        const ocl_span *span = &t->spans[i];
        if (span->kind != kind) continue;
        snprintf(line, sizeof line, "%.9g %.9g %zu\n", (span->begin_ns - p->begin_ns) / p->unit_ns,
                 (span->end_ns - p->begin_ns) / p->unit_ns, span->lane);
        ocl_append_text(script, line);
    }
    ocl_append_text(script, "EOD\n");
}

static void append_lanes(ocl_growing *script, const ocl_timeline *t)
{
    ocl_append_text(script, "set ytics (");
    for (size_t lane = 0; lane < t->lane_count; lane++) {
        char at[32];
        snprintf(at, sizeof at, " %zu", lane);
        if (lane) ocl_append_text(script, ", ");
        ocl_append_quoted(script, t->lanes[lane]);
        ocl_append_text(script, at);
    }
    ocl_append_text(script, ") nomirror\n");
}

static void append_labels(ocl_growing *script, const ocl_timeline *t, const period *p)
{
    for (size_t i = 0; i < t->span_count; i++) {
        const ocl_span *span = &t->spans[i];
        const double share = (span->end_ns - span->begin_ns) / p->length_ns;
        if (!span->label || !(share * LETTERS > (double)strlen(span->label) + 1.0)) continue;
        char at[96];
        snprintf(at, sizeof at, " at %.9g,%zu center front textcolor rgb 'white'\n",
                 (0.5 * (span->begin_ns + span->end_ns) - p->begin_ns) / p->unit_ns, span->lane);
        ocl_append_text(script, "set label ");
        ocl_append_quoted(script, span->label);
        ocl_append_text(script, at);
    }
}

bool ocl_timeline_script(ocl_growing *script, const ocl_timeline *t, ocl_message *why)
{
    if (!check_spans(t, why)) return false;
    const period p = find_period(t);
    for (size_t kind = 0; kind < t->kind_count; kind++)
        append_kind(script, t, &p, kind);
    ocl_append_title(script, t->title, t->subtitle);
    append_lanes(script, t);
    append_labels(script, t, &p);
    char text[240];
    snprintf(text, sizeof text,
             "set xlabel 'time in %s'\nset xrange [0:%.9g]\nset yrange [%zu.5:-0.5]\n"
             "set border 3\nset xtics nomirror\nset grid xtics linecolor rgb '#d8d8d8'\n"
             "set key outside right top\nset style fill solid 0.9\n",
             p.unit, p.length_ns > 0.0 ? p.length_ns / p.unit_ns : 1.0, t->lane_count - 1);
    ocl_append_text(script, text);
    for (size_t kind = 0; kind < t->kind_count; kind++) {
        const ocl_colour c = ocl_palette(kind);
        snprintf(text, sizeof text,
                 "%s $kind%zu using (0.5*($1+$2)):3:1:2:($3-0.4):($3+0.4) with boxxyerror "
                 "linecolor rgb '#%02x%02x%02x' title ",
                 kind == 0 ? "plot" : ",", kind, c.r, c.g, c.b);
        ocl_append_text(script, text);
        ocl_append_quoted(script, t->kinds[kind]);
    }
    ocl_append_text(script, "\n");
    return true;
}
