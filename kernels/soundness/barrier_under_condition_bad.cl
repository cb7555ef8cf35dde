// expect: race
//--local_size=64 --num_groups=1
// The condition never holds: the barrier under it orders nothing.
kernel void barrier_under_condition(global int *o, int n) {
  local int t[64];
  const int l = get_local_id(0);
  t[l] = l;
  if (l > n && l + 1 < n)
    barrier(CLK_LOCAL_MEM_FENCE);
  o[l] = t[63 - l];
}
