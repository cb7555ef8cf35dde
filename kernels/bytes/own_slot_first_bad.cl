// expect: race
//--local_size=8 --num_groups=1
// What was written before the barrier is no longer there.
__kernel void own_slot_first(__global int *out) {
  __local int slot[8];
  const int i = get_local_id(0);
  slot[i] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0)
    slot[3] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (slot[i] != 1)
    out[i & 1] = i;
  if (slot[7 - i] != 1)
    out[2] = i;
}
