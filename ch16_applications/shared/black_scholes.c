// SPDX-License-Identifier: MIT

#include "black_scholes.h"

#include <math.h>

// How likely a normal number is below x.
static double normal_below(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

double black_scholes(double spot, double strike, double interest, double spread)
{
    const double limit = (log(spot / strike) + interest) / spread;
    return spot * normal_below(limit + 0.5 * spread) -
           strike * exp(-interest) * normal_below(limit - 0.5 * spread);
}
