// expect: error
// The twin: the function does not compile.
__device__ float lost(float x) {
  return x > nothing ? x : 0;
}

template <float (*op)(float)> __global__ void argument_called(const float *__restrict__ x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = op(x[i]);
}

void run(const float *x, float *y, int n) {
  argument_called<lost><<<(n + 255) / 256, 256>>>(x, y, n);
}
