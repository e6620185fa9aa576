// SPDX-License-Identifier: MIT

#include "black_scholes.h"

#include <math.h>

// How likely a normal number is below x.
static double normal_below(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

double black_scholes(double spot, double strike, double rate, double volatility)
{
    const double limit = (log(spot / strike) + rate) / volatility;
    return spot * normal_below(limit + 0.5 * volatility) -
           strike * exp(-rate) * normal_below(limit - 0.5 * volatility);
}
