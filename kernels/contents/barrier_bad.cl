// expect: assertion
//--local_size=64 --num_groups=1
// Behind the barrier, the thread before writes the cell.

kernel void k(global int *out) {
  int t = get_global_id(0);
  out[t] = 5;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[(t + 1) % 64] = 6;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(out[t] == 5); /*@assert*/
}
