// expect: race
//--local_size=8 --num_groups=4
// The claim holds, and sends two threads to one place.

#define N 8
kernel void k() {
  local int a[N], b[N];
  int t = get_local_id(0);
  a[t] = t / 2;
  __barrier_invariant_1(a[t] == t / 2, (t + 1) % N);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[a[(t + 1) % N]] = t; /*@race*/
}
