// expect: assertion
//--local_size=8 --num_groups=1
// Nothing is known behind a barrier that does not fence the array.

kernel void k(global int *a) {
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_1(a[t] == t, (t + 1) % 8);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[t] = 9;
  __assert(t < 8 && a[(t + 1) % 8] == (t + 1) % 8); /*@assert*/
}
