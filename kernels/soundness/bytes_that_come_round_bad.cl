// expect: race
//--local_size=64 --num_groups=1
// No two threads have one index, but four times the indices of threads 0 and 32 are the same in 64 bits.
__kernel void bytes_that_come_round(__global int *out) {
  ulong index = (ulong)get_local_id(0) << 57;
  *(__global int *)((__global char *)out + index * 4) = get_local_id(0); /*@race*/
}
