// expect: verified
//--local_size=64 --num_groups=1
// All threads run the load together, and read one cell.
__kernel void offsets_of_each(__global int *start, __global int *out) {
  int t = get_local_id(0);
  int from = start[0];
  out[from + t] = t;
  barrier(CLK_GLOBAL_MEM_FENCE);
  start[t] = 0;
}
