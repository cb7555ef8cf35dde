// expect: race
//--local_size=64 --num_groups=1
// Half the threads count down, the others up.

__kernel void ticket_both_ways(__global int *top, __global int *slots) {
  if (get_local_id(0) & 1)
    slots[atomic_dec(top)] = get_local_id(0);
  else
    slots[atomic_inc(top)] = get_local_id(0); /*@race*/
}
