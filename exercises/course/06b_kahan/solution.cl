// sum = the sum of all elements of x, by one work-item.

kernel void sum_all(global float *sum, global const float *x, uint n)
{
    float s = 0, lost = 0;
    for (uint i = 0; i < n; i++) {
        float value = x[i] - lost;
        float next = s + value;
        lost = (next - s) - value;
        s = next;
    }
    *sum = s;
}
