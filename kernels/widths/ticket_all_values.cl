// expect: verified
//--local_size=256 --num_groups=16777216
// 2^32 threads draw 2^32 different tickets.

__kernel void k(volatile __global uint *counter, __global int *out) {
  const uint i = atomic_inc(counter);
  out[i] = get_group_id(0);
}
