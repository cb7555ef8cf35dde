// expect: race
// The group is forgotten in the index: groups write each other's elements.
__kernel void saxpy(int n, float a, __global const float *x, __global float *y) {
  int i = get_local_id(0);
  if (i < n)
    y[i] = a * x[i] + y[i]; /*@race*/
}
