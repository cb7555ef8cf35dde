// expect: race
//--local_size=64 --num_groups=1 --tolerate=unchanged
// An atomic that changes nothing is none of these writes.

__kernel void atomic(__global int *restrict a, __global int *restrict b) {
  atomic_or(&a[0], 0); /*@race*/
  b[get_global_id(0)] = a[0]; /*@race*/
}
