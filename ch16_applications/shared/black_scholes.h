// SPDX-License-Identifier: MIT
//
// black_scholes - the formula of Fischer Black and Myron Scholes (1973).

#ifndef BLACK_SCHOLES_H
#define BLACK_SCHOLES_H

// The price today of the right to buy a stock for `strike`, when the stock costs `spot` today.
// interest is the rate times the years, spread the volatility times the root of the years.
double black_scholes(double spot, double strike, double interest, double spread);

#endif
