// Threads along x go down the rows of a matrix: x and y had better change places.
//--local_size=[16,16] --num_groups=[4,4]

__kernel void product(__global const float *a, __global const float *b, __global float *c) {
  const int row = get_global_id(0), column = get_global_id(1);
  float s = 0;
  for (int k = 0; k < 64; ++k)
    s += a[row * 64 + k] * b[k * 64 + column]; /*@hint swap product_swapped*/
  c[row * 64 + column] = s; /*@hint swap*/
}

// As much is lost as won, and there is no place for a barrier.
__kernel void half(__global const float *in, __global float *out) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < y)
    out[x * 64 + y] = in[y * 64 + x];
}
