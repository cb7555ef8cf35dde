// expect: unsupported
//--local_size=8 --num_groups=1
// What the claim says depends on a counter that each thread has to itself.

kernel void k(global int *a, global const int *in) {
  int t = get_local_id(0), n = 0;
  while (n < in[t])
    ++n;
  a[t] = n;
  __barrier_invariant_1(a[t] == n, 0);
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(a[0] == n);
}
