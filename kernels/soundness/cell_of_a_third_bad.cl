// expect: race
//--local_size=64 --num_groups=1
// Between two reads a third thread writes the cell.
__kernel void cell_of_a_third(__global int *out) {
  __local int cell[64];
  int t = get_local_id(0);
  cell[t] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = cell[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    cell[0] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  int after = cell[0];
  if (t != 0 && after != before)
    out[0] = t; /*@race*/
}
