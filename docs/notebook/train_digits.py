#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trains the network of the sample digits: 64 pixels, 32 hidden units, 10 digits; weights of 8 bits.

    train_digits.py [DIGITS [WEIGHTS]]    reads data/digits.csv, writes data/digits_weights.csv; a few seconds

All numbers are integers, also while it learns, so the weights are the same on every machine.  The first TRAINING images
are learned; the others are only counted.

    hidden = min(255, max(0, sum of weight * pixel + bias) >> SHIFT)    per hidden unit
    score  = sum of weight * hidden + bias                              per digit; the largest one is what is read

The file has SHIFT, 32 rows of 64 weights, 32 biases, 10 rows of 32 weights and 10 biases.
"""

import random
import sys
from operator import mul
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "data"
PIXELS, HIDDEN, DIGITS, TRAINING = 64, 32, 10, 1200
ONE = 1 << 16         # 1.0 of the weights that learn
ROUNDS = 20


def read_digits(path):
    rows = [[int(number) for number in line.split(",")] for line in path.read_text().split()]
    return [(row[:PIXELS], row[PIXELS]) for row in rows]


class Network:
    """Weights in units of 1 / ONE, for pixels from 0 to 16 that stand for 0 to 1."""

    def __init__(self):
        chance = random.Random(1).random    # the same numbers in all versions of Python
        def weights(count, spread):
            return [round((2 * chance() - 1) * spread * ONE) for _ in range(count)]
        self.first = [weights(PIXELS, 0.25) for _ in range(HIDDEN)]
        self.first_bias = [0] * HIDDEN
        self.second = [weights(HIDDEN, 0.35) for _ in range(DIGITS)]
        self.second_bias = [0] * DIGITS
        self.chance = chance

    def sums(self, pixels):
        return [sum(map(mul, weights, pixels)) + 16 * bias for weights, bias in zip(self.first, self.first_bias)]

    def hidden(self, pixels):
        return [max(0, total) >> 4 for total in self.sums(pixels)]

    def scores(self, hidden):
        return [(sum(map(mul, weights, hidden)) >> 16) + bias for weights, bias in zip(self.second, self.second_bias)]

    def learn(self, pixels, digit, slow):
        """One step of 2^-slow when the right score is not larger than each other by 1.0."""
        hidden = self.hidden(pixels)
        scores = self.scores(hidden)
        other = max((k for k in range(DIGITS) if k != digit), key=lambda k: scores[k])
        if scores[digit] - scores[other] >= ONE:
            return
        right, wrong = self.second[digit], self.second[other]
        for j in range(HIDDEN):
            pull = right[j] - wrong[j]
            right[j] += hidden[j] >> slow
            wrong[j] -= hidden[j] >> slow
            if hidden[j] > 0:
                self.first[j] = [weight + (pull * pixel >> slow + 4) for weight, pixel in zip(self.first[j], pixels)]
                self.first_bias[j] += pull >> slow
        self.second_bias[digit] += ONE >> slow
        self.second_bias[other] -= ONE >> slow


def rounded(number, by):
    return (2 * number + by) // (2 * by)


def largest(rows):
    return max(abs(weight) for row in rows for weight in row)


def with_bytes(network, images):
    """The network in integers: SHIFT, weights from -127 to 127, biases."""
    top = largest(network.first)
    first = [[rounded(127 * weight, top) for weight in row] for row in network.first]
    first_bias = [rounded(127 * 16 * bias, top) for bias in network.first_bias]
    shift, peak = 0, max(max(sum(map(mul, row, pixels)) + bias for row, bias in zip(first, first_bias)) for pixels, _ in images)
    while peak >> shift > 255:
        shift += 1
    top2 = largest(network.second)
    second = [[rounded(127 * weight, top2) for weight in row] for row in network.second]
    # a bias of 1.0 is ONE; a hidden unit of 1.0 is 127 * 16 * ONE / top >> shift
    second_bias = [rounded(127 * bias * 127 * 16 * ONE, (top2 * top) << shift) for bias in network.second_bias]
    return shift, first, first_bias, second, second_bias


def read(parts, pixels):
    shift, first, first_bias, second, second_bias = parts
    hidden = [min(255, max(0, sum(map(mul, row, pixels)) + bias) >> shift) for row, bias in zip(first, first_bias)]
    scores = [sum(map(mul, row, hidden)) + bias for row, bias in zip(second, second_bias)]
    return scores.index(max(scores))


def right(parts, images):
    return sum(read(parts, pixels) == digit for pixels, digit in images)


def main():
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA / "digits.csv"
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else DATA / "digits_weights.csv"
    images = read_digits(source)
    learned, others = images[:TRAINING], images[TRAINING:]
    network = Network()
    for turn in range(ROUNDS):
        order = sorted(range(TRAINING), key=lambda _: network.chance())
        for number in order:
            network.learn(*learned[number], 5 + turn // 10)
        if turn % 10 == 9:
            parts = with_bytes(network, learned)
            print(f"round {turn + 1}: {right(parts, learned)} of {len(learned)}, {right(parts, others)} of {len(others)}", flush=True)
    shift, first, first_bias, second, second_bias = parts
    rows = [[shift], *first, first_bias, *second, second_bias]
    target.write_text("".join(",".join(map(str, row)) + "\n" for row in rows))


if __name__ == "__main__":
    main()
