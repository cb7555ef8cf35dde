// expect: race
//--local_size=8 --num_groups=4
// The twin of loads_of_a_group.cl in which one group writes.

__kernel void loads_of_a_group_bad(__global atomic_int *p, __global int *out) {
  if (get_group_id(0) == 1)
    atomic_store(p, (int)get_local_id(0)); /*@race*/
  out[get_global_id(0)] = atomic_load_explicit(p, memory_order_relaxed, memory_scope_work_group); /*@race*/
}
