// expect: verified
//--local_size=96 --num_groups=1
// A 64-bit counter below a 32-bit bound.

__kernel void k(__global int *out, uint n) {
  for (ulong i = get_local_id(0); i < n; i += 96)
    out[i] = get_local_id(0);
}
