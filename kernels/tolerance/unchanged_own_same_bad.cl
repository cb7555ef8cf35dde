// expect: race
//--local_size=64 --num_groups=4
// That writes change nothing is not tolerated where nobody asks for it.

__kernel void own(__global int *restrict a, __global int *restrict b) {
  a[0] = 7; /*@race*/
  b[get_global_id(0)] = a[0] + 1; /*@race*/
}
