// expect: assertion
//--local_size=64 --num_groups=4
// A pair of one thread with itself is none.
kernel void pair_same(global int *out) {
  local int a[64];
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_binary_1(a[get_local_id(0)] != a[__other_int(get_local_id(0))], get_local_id(0), get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[t];
  __assert(a[t] == a[t] + 1);
}
