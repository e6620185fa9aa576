// SPDX-License-Identifier: MIT
//
// language_rules - what the language forbids: programs that the compiler must refuse.

#ifndef LANGUAGE_RULES_H
#define LANGUAGE_RULES_H

#include "ocl.h"

// A piece of code that breaks a rule, and the same piece after it was repaired.  Both are OpenCL C
// 1.2.  They are the body of a kernel whose argument is `global int *out`, or whole programs.
typedef struct {
    const char *rule;     // in a few words
    const char *wrong;    // must be refused
    const char *right;    // must be accepted: then it is the mistake that is refused
    bool is_program;      // the names in `right` must differ from those of other rules
    const char *needs;    // an extension without which the rule is left out, or NULL
} language_rule;

// Builds both pieces of each rule.  Adds a table to the report: the wrong code and the compiler's
// words about it; and two rows: "refused builds" and "repaired builds".  A mistake that the
// compiler is known to accept (the case "rule: RULE" of known_faults.h) is not counted.
void report_language_rules(const ocl_env *env, ocl_report *report, const language_rule *rules,
                           size_t count);

#endif
