// expect: race
//--local_size=96 --num_groups=1 --accept-conditions=none
// The bound leaves less room than a step.

__kernel void k(__global int *out, uint n) {
  __requires(n <= 0xfffffff0u);
  for (uint i = get_local_id(0); i < n; i += 96)
    out[i] = get_local_id(0);
}
