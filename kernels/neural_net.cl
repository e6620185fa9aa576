// SPDX-License-Identifier: MIT
//
// neural_net - a network learns: forward, backward, and a step of Adam.
//
// A layer has outs x (ins + 1) weights: row o has those of unit o, and its bias at the end.
// Number j of image i is at [j * count + i]: neighbours work on neighbouring images.
//
// DIGITS   scores of an image, one for each digit

#ifndef DIGITS
#error "the host must build this file with -DDIGITS=<scores of an image>"
#endif

// Forward.  The output o of a layer, of each image; with `positive`, what is below 0 becomes 0.
kernel void net_layer(global float *restrict out, global const float *restrict in,
                      global const float *restrict weights, uint first, uint ins, uint count,
                      uint positive)
{
    uint i = get_global_id(0), o = get_global_id(1);
    if (i >= count) return;
    global const float *row = weights + first + o * (ins + 1);
    float sum = row[ins];
    for (uint j = 0; j < ins; j++)
        sum += row[j] * in[j * count + i];
    out[o * count + i] = positive ? max(sum, 0.0f) : sum;
}

// What the network says of an image: how likely each digit is.  The loss is -log(how likely the
// right one is).  `delta` is how the mean loss of n images changes with each score.
kernel void net_loss(global float *restrict delta, global float *restrict loss,
                     global const float *restrict scores, global const uint *restrict digits,
                     uint n, uint count)
{
    uint i = get_global_id(0);
    if (i >= count) return;
    float most = scores[i], sum = 0.0f;
    for (uint k = 1; k < DIGITS; k++)
        most = max(most, scores[k * count + i]);
    for (uint k = 0; k < DIGITS; k++)
        sum += exp(scores[k * count + i] - most);    // at most 1: no overflow
    loss[i] = log(sum) - (scores[digits[i] * count + i] - most);
    for (uint k = 0; k < DIGITS; k++) {
        float likely = exp(scores[k * count + i] - most) / sum;
        delta[k * count + i] = (likely - (k == digits[i] ? 1.0f : 0.0f)) / n;
    }
}

// Backward.  How the loss changes with input u of a layer, if it is how it changes with each of its
// outputs.  A unit that is 0 has no say.
kernel void net_back(global float *restrict delta_in, global const float *restrict delta_out,
                     global const float *restrict in, global const float *restrict weights,
                     uint first, uint ins, uint outs, uint count)
{
    uint i = get_global_id(0), u = get_global_id(1);
    if (i >= count) return;
    float sum = 0.0f;
    for (uint o = 0; o < outs; o++)
        sum += weights[first + o * (ins + 1) + u] * delta_out[o * count + i];
    delta_in[u * count + i] = in[u * count + i] > 0.0f ? sum : 0.0f;
}

// How the loss changes with each weight of a layer: a sum over the n images that are learned.  The
// input of a bias is 1.
kernel void net_gradient(global float *restrict gradient, global const float *restrict delta,
                         global const float *restrict in, uint first, uint ins, uint n, uint count)
{
    uint j = get_global_id(0), o = get_global_id(1);
    if (j > ins) return;
    float sum = 0.0f;
    for (uint i = 0; i < n; i++)
        sum += delta[o * count + i] * (j < ins ? in[j * count + i] : 1.0f);
    gradient[first + o * (ins + 1) + j] = sum;
}

// A step of Adam: against the mean of past gradients, divided by the root of the mean of their
// squares.
kernel void net_adam(global float *restrict weights, global float *restrict mean,
                     global float *restrict square, global const float *restrict gradient,
                     float rate, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float g = gradient[i];
    float m = mean[i] = 0.9f * mean[i] + 0.1f * g;
    float s = square[i] = 0.999f * square[i] + 0.001f * g * g;
    weights[i] -= rate * m / (sqrt(s) + 1e-8f);
}
