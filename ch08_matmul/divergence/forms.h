// SPDX-License-Identifier: MIT
//
// forms - the topics of divergence, and the forms of the branch that each compares.

#ifndef DIVERGENCE_FORMS_H
#define DIVERGENCE_FORMS_H

#include "ocl.h"

// Their names, ended by NULL; in the order of PATHS, INDEX, ... of ref.h.
extern const char *const DIVERGENCE_TOPICS[];

// One way to write the branch of a topic.  It is compared with the topic's first form.
typedef struct {
    int topic;
    const char *name, *kernel;
    bool regrouped;    // the input is sorted, so that neighbours take the same path
} divergence_form;

// The forms of a topic are neighbours, at most MAX_FORMS.
enum { DIVERGENCE_FORM_COUNT = 14, MAX_FORMS = 3 };
extern const divergence_form DIVERGENCE_FORMS[DIVERGENCE_FORM_COUNT];

#endif
