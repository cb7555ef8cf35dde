// expect: assertion
//--local_size=64 --num_groups=1
// What was required of another thread's cell is no longer so when that thread has stored to it.

kernel void k(global int *a) {
  int t = get_local_id(0);
  __requires(a[get_local_id(0)] == 0);
  a[t] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(a[(t + 1) & 63] == 0); /*@assert*/
}
