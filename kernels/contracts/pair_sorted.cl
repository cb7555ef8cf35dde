// expect: verified
//--local_size=64 --num_groups=4
// Of two threads; known of this one and its neighbour.
kernel void pair_sorted(global int *out) {
  local int a[64];
  int t = get_local_id(0);
  a[t] = 3 * t;
  __barrier_invariant_binary_1(
      __implies(get_local_id(0) < __other_int(get_local_id(0)), a[get_local_id(0)] < a[__other_int(get_local_id(0))]),
      get_local_id(0), get_local_id(0) + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 63) {
    __assert(a[t] < a[t + 1]);
    out[get_global_id(0)] = a[t + 1] - a[t];
  }
}
