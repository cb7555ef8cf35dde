// expect: verified
//--local_size=64 --num_groups=16
// Every access asks anew which array the pointer means.

__kernel void repeated_choice(__global int *a, __global int *b, __global int *c, __global int *d, int which) {
  const int i = get_global_id(0);
  __global int *p = which == 0 ? a : which == 1 ? b : which == 2 ? c : d;
  p[4 * i] += 1;
  p[4 * i + 1] += 2;
  p[4 * i + 2] += 3;
  p[4 * i + 3] += 4;
}
