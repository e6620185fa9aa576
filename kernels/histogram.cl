// SPDX-License-Identifier: MIT
//
// How many of a picture's n pixels have each value of red, green and blue.

#include "histogram_per_item.h"
