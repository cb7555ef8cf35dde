// expect: verified
//--local_size=256 --num_groups=8388608
// 2^31 threads draw every other number.

__kernel void k(volatile __global uint *counter, __global int *out) {
  const uint i = atomic_add(counter, 2u);
  out[i] = get_group_id(0);
}
