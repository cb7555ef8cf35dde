// expect: race
//--local_size=8 --num_groups=1
// A store of one work-item's scope meets an atomic load of the device's.

__kernel void work_item_store_bad(__local atomic_int *p, __global int *out) {
  if (get_local_id(0) == 0)
    atomic_store_explicit(p, 1, memory_order_relaxed, memory_scope_work_item); /*@race*/
  else
    out[get_local_id(0)] = atomic_load_explicit(p, memory_order_relaxed, memory_scope_device); /*@race*/
}
