// expect: verified
//--local_size=[32,8] --num_groups=1
// observe nvidia a: sectors 4, lines 1..2, ideal 4
// Rows of 1008 elements start at a sector, of 1001 anywhere.

__kernel void rows_padded(__global const float *a, __global float *out) {
  const int x = get_local_id(0), y = get_local_id(1);
  out[32 * y + x] = a[1008 * y + x]; /*@repaired rows a*/
}
