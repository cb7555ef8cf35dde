// expect: race
//--local_size=64 --num_groups=1
// All threads run the load together, but each reads a cell of its own.
__kernel void offsets_of_each(__global int *start, __global int *out) {
  int t = get_local_id(0);
  int from = start[t];
  out[from + t] = t; /*@race*/
  barrier(CLK_GLOBAL_MEM_FENCE);
  start[t] = 0;
}
