// expect: race
//--local_size=8 --num_groups=1
// Behind the second barrier the slot holds what the neighbour has written.
__kernel void own_slot_barrier(__global int *out) {
  __local int slot[8];
  const int i = get_local_id(0);
  slot[i] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  slot[7 - i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (slot[i] != i)
    out[0] = i; /*@race*/
}
