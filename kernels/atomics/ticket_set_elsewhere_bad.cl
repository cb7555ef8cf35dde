// expect: race
//--local_size=4 --num_groups=1
// The counter is set to another number behind the first draws, so that the tickets of the second are no longer below 4.

kernel void k(global uint *in) {
  local uint slots[16];
  local uint counter[1];
  int t = get_local_id(0);
  if (t == 0)
    counter[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[t] > 0)
    atomic_inc(&counter[0]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    counter[0] = 9;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint at = atomic_inc(&counter[0]);
  if (at >= 8)
    slots[0] = t; /*@race write*/
}
