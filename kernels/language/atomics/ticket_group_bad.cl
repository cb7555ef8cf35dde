// expect: race
//--local_size=64 --num_groups=4
// Each group counts on its own: places of different groups are the same.

__kernel void ticket(__global int *out) {
  __local int count;
  if (get_local_id(0) == 0)
    count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[atomic_inc(&count)] = get_local_id(0); /*@race*/
}
