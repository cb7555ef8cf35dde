// expect: race
//--local_size=64 --num_groups=1 --tolerate=unchanged
// Zeros are written as a number, and one of its bytes is read: not the same places.

__kernel void part(__global uchar *restrict a, __global int *restrict b) {
  *(__global int *)a = 0; /*@race*/
  b[get_global_id(0)] = a[1]; /*@race*/
}
