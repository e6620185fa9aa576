// SPDX-License-Identifier: MIT
//
// How many of a picture's n pixels have each value of red, green and blue: three ways to count, a file each.

#include "histogram_per_item.h"
#include "histogram_merged_atomic.h"
#include "histogram_merged_private.h"
