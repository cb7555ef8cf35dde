// expect: race
//--local_size=64 --num_groups=4 --tolerate=unchanged
// It reads before it writes: perhaps something else.

__kernel void own(__global int *restrict a, __global int *restrict b) {
  b[get_global_id(0)] = a[0] + 1; /*@race*/
  a[0] = 7; /*@race*/
}
