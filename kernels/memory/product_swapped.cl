// expect: verified
//--local_size=[16,16] --num_groups=[4,4]
// observe nvidia a: sectors 2, lines 2, ideal 1
// observe nvidia b: sectors 2, lines 1, ideal 2
// observe nvidia c: sectors 4, lines 2, ideal 4
// A matrix product whose lanes move along the rows of the result.

__kernel void product_swapped(__global const float *a, __global const float *b, __global float *c) {
  const int row = get_global_id(1), column = get_global_id(0);
  float s = 0;
  for (int k = 0; k < 64; ++k)
    s += a[row * 64 + k] * b[k * 64 + column]; /*@repaired swap a*/
  c[row * 64 + column] = s;
}
