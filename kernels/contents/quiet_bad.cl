// expect: assertion
//--local_size=64 --num_groups=1
// Somebody does.

kernel void k(global int *a, int n) {
  __requires(0 <= n && n < 64);
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_1(a[t] == t, n);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[t] = t + 1;
  __assert(t == n || a[n] == n); /*@assert*/
}
