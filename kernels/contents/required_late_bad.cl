// expect: assertion
//--local_size=2 --num_groups=1
// Two times at which a cell that another thread writes held different values: no contradiction.

kernel void k(global int *p, global int *out) {
  int t = get_local_id(0);
  p[t] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[1 - t] = 3;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __requires(t != 0 || p[1] == 3);
  p[t] = 1;
  __requires(t != 0 || p[1] == 1);
  out[t] = p[t];
  __assert(t != 0 || out[t] == 2); /*@assert*/
}
