// expect: race
//--local_size=8 --num_groups=1
// The barrier does not fence the array: what others have written is not there yet.

kernel void k(global int *a, global int *out) {
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_1(a[t] == t, (t + 1) % 8);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[a[(t + 1) % 8]] = t; /*@race*/
}
