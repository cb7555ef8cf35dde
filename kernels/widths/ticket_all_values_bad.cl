// expect: race
//--local_size=256 --num_groups=16777217
// One group more: tickets come round.

__kernel void k(volatile __global uint *counter, __global int *out) {
  const uint i = atomic_inc(counter);
  out[i] = get_group_id(0);
}
