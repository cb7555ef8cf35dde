// expect: race
//--local_size=1 --num_groups=2
// One group waits for another by plain reads.

__kernel void spin_wait(volatile __global int *ready, __global int *out) {
  if (get_group_id(0) == 0)
    *ready = 1; /*@race*/
  else
    while (*ready == 0) /*@race*/
      ;
  out[get_group_id(0)] = 1;
}
