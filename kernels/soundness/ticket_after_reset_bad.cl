// expect: race
//--local_size=64 --num_groups=1
// The counter starts again, and some threads draw a second time: their tickets are others' first ones.
__kernel void ticket_after_reset(__global int *out) {
  __local int counter;
  int t = get_local_id(0);
  if (t == 0)
    counter = 0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  int ticket = atomic_inc(&counter);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (t == 0)
    counter = 0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (t >= 32)
    ticket = atomic_inc(&counter);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[ticket] = t; /*@race*/
}
