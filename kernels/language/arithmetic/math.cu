// expect: verified
//--local_size=64 --num_groups=4
// Mathematical functions and fast intrinsics on values.

__global__ void math(float *a, double *d) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = a[i];
  x = sinf(x) + cosf(x) * expf(-x) + sqrtf(fabsf(x)) + powf(x, 2.0f) + fmaf(x, x, 1.0f) + fminf(x, 2.0f);
  x += __sinf(x) + __expf(x) + rsqrtf(x) + floorf(x) + fmodf(x, 3.0f) + __fdividef(x, 3.0f);
  a[i] = fmaxf(x, 0.0f);
  d[i] = sqrt(d[i]) + exp(d[i]) + (double)max(i, 3) + (double)abs(i - 5);
}
