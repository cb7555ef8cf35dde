// expect: race
//--local_size=[16,16] --num_groups=[16,16]
// The row is taken from the local id, so that groups of one column collide.
#define N 256

__kernel void matmul(__global const float *a, __global const float *b, __global float *c) {
  const int col = get_global_id(0), row = get_local_id(1);
  float sum = 0.0f;
  for (int k = 0; k < N; ++k)
    sum += a[get_global_id(1) * N + k] * b[k * N + col];
  c[row * N + col] = sum; /*@race*/
}
