// expect: verified
//--local_size=64 --num_groups=4
// Each thread has a cell of its own, so that no barrier lets another one change it.

kernel void k(global int *out) {
  int t = get_global_id(0);
  out[t] = 5;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(out[t] == 5);
}
