// expect: verified
//--local_size=[8,8] --num_groups=[8,8]
// Only the threads above the diagonal swap.

__kernel void transpose(__global float *a) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < y) {
    const float t = a[y * 64 + x];
    a[y * 64 + x] = a[x * 64 + y];
    a[x * 64 + y] = t;
  }
}
