// expect: verified
//--local_size=64 --num_groups=4
// A private table of pointers to two arrays, indexed by a parameter.

__kernel void pointer_table(__global int *a, __global int *b, int which) {
  const int i = get_global_id(0);
  __global int *rows[2];
  rows[0] = a;
  rows[1] = b;
  __global int *p = rows[which & 1];
  p[i] = which;
}
