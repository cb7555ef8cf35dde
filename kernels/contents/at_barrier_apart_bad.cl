// expect: race
//--local_size=8 --num_groups=1
// What is known of another thread's cell at two barriers differs, since that thread has written it in between.

kernel void k(global int *a, global int *out) {
  int t = get_local_id(0);
  a[t] = 1;
  __barrier_invariant_1(a[t] == 1, (t + 1) % 8);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[t] = 2;
  __barrier_invariant_1(a[t] == 2, (t + 1) % 8);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[t] = 0;
  out[a[t]] = t; /*@race*/
}
