// expect: verified
//--local_size=64 --num_groups=4
// A thread that reads its cell keeps others from writing there, and may claim what it has heard of it.

kernel void k() {
  local int a[64];
  int t = get_local_id(0);
  a[t] = 7;
  __barrier_invariant_1(a[t] == 7, t);
  barrier(CLK_LOCAL_MEM_FENCE);
  __read_permission(int, a[t]);
  __barrier_invariant(a[t] == 7);
  barrier(CLK_LOCAL_MEM_FENCE);
}
