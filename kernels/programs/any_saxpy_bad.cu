// expect: race
// The group is forgotten in the index: groups write each other's elements.
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i]; /*@race*/
}
