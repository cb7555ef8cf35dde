// expect: assertion
//--local_size=8 --num_groups=4
// The claim does not hold.

#define N 8
kernel void k() {
  local int a[N], b[N];
  int t = get_local_id(0);
  a[t] = t / 2;
  __barrier_invariant_1(a[t] == t, (t + 1) % N); /*@assert*/
  barrier(CLK_LOCAL_MEM_FENCE);
  b[a[(t + 1) % N]] = t;
}
