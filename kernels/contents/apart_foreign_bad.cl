// expect: race
//--local_size=64 --num_groups=4
// Each thread has a cell of its own; what it assumes of another's changes from barrier to barrier.

kernel void k(global int *out, int n) {
  local int b[64];
  int t = get_local_id(0);
  if (n) {
    b[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __assume(b[(t + 1) & 63] == 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    b[t] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    __assume(b[(t + 1) & 63] == 1);
    out[get_group_id(0)] = t; /*@race*/
  }
}
