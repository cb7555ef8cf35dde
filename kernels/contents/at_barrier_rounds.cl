// expect: verified
//--local_size=64 --num_groups=4
// In each round of a loop: the claim speaks of the round, which is the same for all.

kernel void k(global int *out) {
  local int a[64];
  int t = get_local_id(0);
  for (int i = 0; i < 4; ++i) {
    a[t] = t + i;
    __barrier_invariant_1(a[t] == t + i, t ^ 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = a[t ^ 1];
    __assert(other == (t ^ 1) + i);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t;
}
