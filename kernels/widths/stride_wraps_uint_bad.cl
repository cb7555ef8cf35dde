// expect: race
//--local_size=96 --num_groups=1 --accept-conditions=none
// A stride of 96 does not divide 2^32: near the end the counter comes back as another thread's.

__kernel void k(__global int *out, uint n) {
  for (uint i = get_local_id(0); i < n; i += 96)
    out[i] = get_local_id(0);
}
