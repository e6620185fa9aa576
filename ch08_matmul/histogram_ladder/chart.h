// SPDX-License-Identifier: MIT
//
// chart - the rates of all rungs on all pictures as bars.

#ifndef HISTOGRAM_LADDER_CHART_H
#define HISTOGRAM_LADDER_CHART_H

#include "pictures.h"

// Draws the rows of the report into the file of --output: a group of bars per rung, a bar per
// picture.  The row of a rung is called "PICTURE RUNG".
void ladder_draw(ocl_report *report, const ocl_env *env, const ladder_settings *settings);

#endif
