// expect: race
//--local_size=96 --num_groups=1 --strict-overflow --accept-conditions=none
// A signed counter that wraps round is another thread's.

__kernel void k(__global int *out, int n) {
  for (int i = get_local_id(0); i < n; i += 96)
    out[i] = get_local_id(0);
}
