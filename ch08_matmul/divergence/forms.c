// SPDX-License-Identifier: MIT

#include "forms.h"

#include "ref.h"

const char *const DIVERGENCE_LESSONS[] = { "paths",      "index", "cheap", "rare",
                                           "conditions", "trips", NULL };

const divergence_form DIVERGENCE_FORMS[DIVERGENCE_FORM_COUNT] = {
    { .lesson = PATHS, .name = "paths_mixed", .kernel = "paths" },
    { .lesson = PATHS, .name = "paths_regrouped", .kernel = "paths", .regrouped = true },
    { .lesson = INDEX, .name = "index_item", .kernel = "index_item" },
    { .lesson = INDEX, .name = "index_group", .kernel = "index_group" },
    { .lesson = CHEAP, .name = "cheap_if", .kernel = "cheap_if" },
    { .lesson = CHEAP, .name = "cheap_select", .kernel = "cheap_select" },
    { .lesson = RARE, .name = "rare_select", .kernel = "rare_select" },
    { .lesson = RARE, .name = "rare_if", .kernel = "rare_if" },
    { .lesson = CONDITIONS, .name = "conditions_nested", .kernel = "conditions_nested" },
    { .lesson = CONDITIONS, .name = "conditions_and", .kernel = "conditions_and" },
    { .lesson = CONDITIONS, .name = "conditions_bits", .kernel = "conditions_bits" },
    { .lesson = TRIPS, .name = "trips_mixed", .kernel = "trips" },
    { .lesson = TRIPS, .name = "trips_masked", .kernel = "trips_masked" },
    { .lesson = TRIPS, .name = "trips_regrouped", .kernel = "trips", .regrouped = true },
};
