// expect: verified
//--local_size=96 --num_groups=1
// The bound leaves the counter room for a step.

__kernel void k(__global int *out, uint n) {
  __requires(n <= 0xffffff00u);
  for (uint i = get_local_id(0); i < n; i += 96)
    out[i] = get_local_id(0);
}
