// expect: race
//--local_size=64 --num_groups=4
// The table hands out overlapping windows of one array.

__kernel void pointer_table(__global int *a) {
  const int i = get_global_id(0);
  __global int *rows[2];
  rows[0] = a;
  rows[1] = a + 127;
  __global int *p = rows[i & 1];
  p[i] = i; /*@race*/
}
