// expect: race
//--local_size=64 --num_groups=16
// The choice differs between threads, and one of the arrays is accessed at another place, too.

__kernel void repeated_choice(__global int *a, __global int *b, __global int *c, __global int *d, int which) {
  const int i = get_global_id(0);
  __global int *p = which == i ? a : which == 1 ? b : which == 2 ? c : d;
  p[4 * i] += 1; /*@race*/
  p[4 * i + 1] += 2;
  p[4 * i + 2] += 3;
  p[4 * i + 4] += 4; /*@race*/
}
