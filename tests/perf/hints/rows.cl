// Rows that start anywhere.
//--local_size=[32,8] --num_groups=1

__kernel void odd(__global const float *a, __global float *out) {
  const int x = get_local_id(0), y = get_local_id(1);
  out[32 * y + x] = a[1001 * y + x]; /*@hint rows rows_padded*/
}

__kernel void size(__global const float *a, __global float *out, int w) {
  const int x = get_local_id(0), y = get_local_id(1);
  out[32 * y + x] = a[w * y + x]; /*@hint rows*/
}

// Rows of whole sectors would not help: they start one element late.
__kernel void late(__global const float *a, __global float *out) {
  const int x = get_local_id(0), y = get_local_id(1);
  out[32 * y + x] = a[1001 * y + x + 1];
}
