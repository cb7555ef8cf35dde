// expect: verified
//--local_size=64 --num_groups=1
// Four times the index does not come round.
__kernel void bytes_that_come_round(__global int *out) {
  ulong index = (ulong)get_local_id(0) << 32;
  *(__global int *)((__global char *)out + index * 4) = get_local_id(0);
}
