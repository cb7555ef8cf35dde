// expect: verified
//--local_size=1 --num_groups=2
// One group waits for another by atomics.

__kernel void spin_wait(volatile __global atomic_int *ready, __global int *out) {
  if (get_group_id(0) == 0)
    atomic_store(ready, 1);
  else
    while (atomic_load(ready) == 0)
      ;
  out[get_group_id(0)] = 1;
}
