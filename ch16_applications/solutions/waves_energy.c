// SPDX-License-Identifier: MIT
//
// waves_energy - exercise 3 of waves: water keeps its energy.
//
//     cmake --build build --target exercise_waves_energy
//     build/exercises/waves_energy

#include "ocl.h"

enum { SIDE = 61, STEPS = 200, HEIGHT = 1 << 16 };

// The energy between two steps: what moves has some, and what leans has some.  Neighbours lean
// against each other.  Units: a quarter of a height, squared.
static int64_t energy(const int *next, const int *now)
{
    int64_t sum = 0;
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        const size_t right = i % SIDE < SIDE - 1 ? i + 1 : i;
        const size_t below = i / SIDE < SIDE - 1 ? i + SIDE : i;
        sum += (int64_t)(next[i] - next[right]) * (now[i] - now[right]);
        sum += (int64_t)(next[i] - next[below]) * (now[i] - now[below]);
        //: skeleton
        //: // Exercise 3 of waves: here only what leans has energy.
        //: solution
        const int64_t moved = next[i] - now[i];
        sum += 4 * moved * moved;
        //: end
    }
    return sum;
}

// The step of waves, in a square without a wall.
static void step(int *next, const int *now, const int *before)
{
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        const size_t x = i % SIDE, y = i / SIDE;
        const int here = now[i];
        const int left = x > 0 ? now[i - 1] : here, right = x < SIDE - 1 ? now[i + 1] : here;
        const int above = y > 0 ? now[i - SIDE] : here, below = y < SIDE - 1 ? now[i + SIDE] : here;
        next[i] = 2 * here - before[i] + (left + right + above + below - 4 * here) / 4;
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "waves_energy",
                              .summary = "Water keeps its energy.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    static int water[3][SIDE * SIDE];
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        const double x = (double)(i % SIDE) - 20.0, y = (double)(i / SIDE) - 25.0;
        const double part = fmax(1.0 - (x * x + y * y) / 100.0, 0.0);
        water[0][i] = water[1][i] = (int)(HEIGHT * part * part);
    }
    const int64_t first = energy(water[1], water[0]);
    int64_t least = first, most = first;
    double bound = 0.0;
    for (size_t t = 0; t < STEPS; t++) {
        const int *before = water[t % 3], *now = water[(t + 1) % 3];
        int *next = water[(t + 2) % 3];
        step(next, now, before);

        // The division by 4 leaves up to 3 out.  This acts on what moves meanwhile.
        for (size_t i = 0; i < SIDE * SIDE; i++)
            bound += 3.0 * abs(next[i] - before[i]);
        const int64_t sum = energy(next, now);
        if (sum < least) least = sum;
        if (sum > most) most = sum;
    }

    ocl_report *report = ocl_report_open(&opt, NULL);
    const float got[] = { (float)least / (float)first, (float)most / (float)first };
    const float want[] = { 1, 1 };
    ocl_report_result(report, "energy",
                      ocl_verify_f32("energy", got, want, 2, 1e-6 + bound / (double)first));
    return ocl_report_close(report);
}
