// expect: race
//--local_size=7 --num_groups=2
// Seven tickets and six slots.

kernel void k(global uint *in) {
  local uint slots[7];
  local uint counter[1];
  int t = get_local_id(0);
  if (t == 0)
    counter[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[t] > 0) {
    uint at = atomic_inc(&counter[0]);
    slots[at % 6] = t; /*@race write*/
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    counter[0] = 0;
}
