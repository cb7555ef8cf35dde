// expect: verified
//--local_size=64 --num_groups=1
// The counter starts again, and some threads draw a second time; these have an array of their own.
__kernel void ticket_after_reset(__global int *out, __global int *second) {
  __local int counter;
  int t = get_local_id(0);
  if (t == 0)
    counter = 0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  int ticket = atomic_inc(&counter);
  out[ticket] = t;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (t == 0)
    counter = 0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (t >= 32)
    second[atomic_inc(&counter)] = t;
}
