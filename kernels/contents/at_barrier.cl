// expect: verified
//--local_size=8 --num_groups=4
// What each thread has claimed of its cell in front of the barrier is known of the next one's behind it.

#define N 8
kernel void k() {
  local int a[N], b[N];
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_1(a[t] == t, (t + 1) % N);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[a[(t + 1) % N]] = t;
  __assert(b[(t + 1) % N] == t);
}
