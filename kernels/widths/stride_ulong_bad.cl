// expect: race
//--local_size=96 --num_groups=1 --accept-conditions=none
// A 64-bit counter below any 64-bit bound wraps round, if after long.

__kernel void k(__global int *out, ulong n) {
  for (ulong i = get_local_id(0); i < n; i += 96)
    out[i] = get_local_id(0);
}
