// expect: verified
//--local_size=[16,16] --num_groups=[16,16]
// Matrix product, one thread an element, width fixed.
#define N 256

__kernel void matmul(__global const float *a, __global const float *b, __global float *c) {
  const int col = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < N; ++k)
    sum += a[row * N + k] * b[k * N + col];
  c[row * N + col] = sum;
}
