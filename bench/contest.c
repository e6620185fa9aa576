// SPDX-License-Identifier: MIT

#include "contest.h"

#include <time.h>

contest_entry *contest_add(contest *c, contest_entry entry)
{
    if (c->count == CONTEST_MAX) ocl_exit(OCL_EXIT_USAGE, "more than %d contenders", CONTEST_MAX);
    c->entries[c->count] = entry;
    return &c->entries[c->count++];
}

static double run_ns(const contest_entry *who)
{
    if (who->run_ns) return who->run_ns(who->what);
    const double begin = ocl_wall_ns();
    who->run(who->what);
    return ocl_wall_ns() - begin;
}

static void prepare(const contest *c, const contest_entry *who, size_t round)
{
    if (who->prepare) who->prepare(who->what, round);
    OCL_CHECK(clFinish(c->env->queue));
}

// "noise openmp", or the name alone.
static void full_name(const contest *c, const contest_entry *who, char name[128])
{
    snprintf(name, 128, "%s%s%s", c->label, *c->label ? " " : "", who->name);
}

static ocl_result check(const contest *c, const contest_entry *who)
{
    char name[128];
    full_name(c, who, name);
    return who->check(who->what, name);
}

static void run_turn(const contest *c, contest_entry *who, size_t round)
{
    prepare(c, who, round);
    const double warm_begin = ocl_wall_ns();
    while (ocl_wall_ns() - warm_begin < c->warm_ns)
        run_ns(who);
    const clock_t begin = clock();
    const double ns = run_ns(who);
    const double processor_ns = 1e9 * (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (round > 0) {
        ocl_times_add(&who->times, ns);
        ocl_times_add(&who->processor, processor_ns);
    }
    if (c->check_last) return;
    const ocl_result one = check(c, who);
    who->result = round > 0 ? ocl_result_both(who->result, one) : one;
}

void contest_run(contest *c)
{
    for (size_t round = 0; round <= c->rounds; round++)
        for (size_t i = 0; i < c->count; i++)
            run_turn(c, &c->entries[i], round);
    for (size_t i = 0; c->check_last && i < c->count; i++) {
        contest_entry *who = &c->entries[i];
        prepare(c, who, c->rounds + 1);
        run_ns(who);
        who->result = check(c, who);
    }
}

void contest_report(const contest *c, ocl_report *report)
{
    for (size_t i = 0; i < c->count; i++) {
        const contest_entry *who = &c->entries[i];
        char name[128];
        full_name(c, who, name);
        ocl_row row = { .name = name,
                        .times = &who->times,
                        .work = who->work,
                        .unit = c->unit,
                        .limit = who->limit,
                        .result = who->result };
        ocl_judge_rate(c->env, &row);
        ocl_report_row(report, &row);
    }
}

ocl_table contest_table(const contest *c, ocl_report *report)
{
    static const char *const headings[2][2] = {
        { "contender, times as fast as, peer",
          "contender, times as fast as, peer, by processor time" },
        { "data, contender, times as fast as, peer",
          "data, contender, times as fast as, peer, by processor time" }
    };
    return ocl_table_open(report, "speed", headings[*c->label != '\0'][c->processor_time]);
}

static void add_ratio(const contest *c, ocl_table *table, const contest_entry *who,
                      const contest_entry *peer)
{
    const double ratio = ocl_median_ns(&peer->times) / ocl_median_ns(&who->times);
    const double processor = ocl_median_ns(&peer->processor) / ocl_median_ns(&who->processor);
    if (*c->label && c->processor_time)
        ocl_table_row(table, "%-16s %-15s %.3f %-13s %.3f", c->label, who->name, ratio, peer->name,
                      processor);
    else if (*c->label)
        ocl_table_row(table, "%-16s %-15s %.3f %s", c->label, who->name, ratio, peer->name);
    else if (c->processor_time)
        ocl_table_row(table, "%-15s %.3f %-13s %.3f", who->name, ratio, peer->name, processor);
    else
        ocl_table_row(table, "%-15s %.3f %s", who->name, ratio, peer->name);
}

void contest_ratios(const contest *c, ocl_table *table)
{
    for (size_t i = 0; i < c->count; i++)
        for (size_t peer = 0; peer < c->count; peer++)
            if (!c->entries[i].is_peer && c->entries[peer].is_peer)
                add_ratio(c, table, &c->entries[i], &c->entries[peer]);
}

void contest_hold(contest *c, ocl_report *report)
{
    contest_run(c);
    contest_report(c, report);
    ocl_table speed = contest_table(c, report);
    contest_ratios(c, &speed);
}
