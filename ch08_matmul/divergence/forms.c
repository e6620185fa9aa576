// SPDX-License-Identifier: MIT

#include "forms.h"

#include "ref.h"

const char *const DIVERGENCE_TOPICS[] = { "paths",      "index", "cheap", "rare",
                                          "conditions", "trips", NULL };

const divergence_form DIVERGENCE_FORMS[DIVERGENCE_FORM_COUNT] = {
    { .topic = PATHS, .name = "paths_mixed", .kernel = "paths" },
    { .topic = PATHS, .name = "paths_regrouped", .kernel = "paths", .regrouped = true },
    { .topic = INDEX, .name = "index_item", .kernel = "index_item" },
    { .topic = INDEX, .name = "index_group", .kernel = "index_group" },
    { .topic = CHEAP, .name = "cheap_if", .kernel = "cheap_if" },
    { .topic = CHEAP, .name = "cheap_select", .kernel = "cheap_select" },
    { .topic = RARE, .name = "rare_select", .kernel = "rare_select" },
    { .topic = RARE, .name = "rare_if", .kernel = "rare_if" },
    { .topic = CONDITIONS, .name = "conditions_nested", .kernel = "conditions_nested" },
    { .topic = CONDITIONS, .name = "conditions_and", .kernel = "conditions_and" },
    { .topic = CONDITIONS, .name = "conditions_bits", .kernel = "conditions_bits" },
    { .topic = TRIPS, .name = "trips_mixed", .kernel = "trips" },
    { .topic = TRIPS, .name = "trips_masked", .kernel = "trips_masked" },
    { .topic = TRIPS, .name = "trips_regrouped", .kernel = "trips", .regrouped = true },
};
