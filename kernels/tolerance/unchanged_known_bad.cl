// expect: race
//--local_size=64 --num_groups=4 --tolerate=computed-unchanged
// Who finds a seven writes an eight.

__kernel void known(__global int *restrict a, __global int *restrict b) {
  int v = a[0]; /*@race*/
  b[get_global_id(0)] = v;
  if (v == 7)
    a[0] = 8; /*@race*/
}
