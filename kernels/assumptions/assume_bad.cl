// expect: race
//--local_size=8 --num_groups=2
// The twin of assume.cl for one group only.

__kernel void assume_bad(__global int *p, int stride) {
  __builtin_assume(stride >= (int)get_local_size(0) && stride < 1024);
  p[get_global_id(0)] = 1;          /*@race*/
  p[get_global_id(0) + stride] = 2; /*@race*/
}
