// expect: verified
//--local_size=8 --num_groups=1
// The slot is written and read in one barrier interval; behind the barrier it is the neighbour's to write.
__kernel void own_slot_barrier(__global int *out) {
  __local int slot[8];
  const int i = get_local_id(0);
  slot[i] = 1;
  if (slot[i] != 1)
    out[0] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  slot[7 - i] = i;
}
