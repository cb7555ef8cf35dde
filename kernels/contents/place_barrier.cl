// expect: verified
//--local_size=64 --num_groups=4
// The place is still there behind the barrier: nobody else writes the cell.

kernel void k(global int *out, global int *place) {
  int t = get_global_id(0);
  place[t] = t;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[place[t]] = 1;
}
