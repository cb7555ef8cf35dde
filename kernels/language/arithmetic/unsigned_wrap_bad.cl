// expect: race
//--local_size=64 --num_groups=1
// Only the lower five bits come back.

__kernel void unsigned_wrap(__global int *out) {
  const uint i = (uint)get_local_id(0) - 32u;
  out[i & 31u] = get_local_id(0); /*@race*/
}
