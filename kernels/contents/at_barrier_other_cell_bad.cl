// expect: assertion
//--local_size=8 --num_groups=4
// A claim about a cell that another thread may still write.

#define N 8
kernel void k(global int *out) {
  local int a[N];
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_1(a[0] == 0 || a[0] != 0 && t >= 0 && a[(t + 1) % N] == (t + 1) % N, t); /*@assert*/
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[t];
}
