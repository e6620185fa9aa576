// SPDX-License-Identifier: MIT
//
// black_scholes - the formula of Fischer Black and Myron Scholes (1973).

#ifndef BLACK_SCHOLES_H
#define BLACK_SCHOLES_H

// The price today of the right to buy a stock for `strike` in a year, when it costs `spot` today.
double black_scholes(double spot, double strike, double rate, double volatility);

#endif
