// expect: verified
//--local_size=8 --num_groups=4 --cl-std=CL2.0
// A flag in local memory that one thread has set down in front of a barrier for local memory.
kernel void flag_set_down(global int *out) {
  local atomic_int flag;
  local int data;
  if (get_local_id(0) == 1)
    atomic_store_explicit(&flag, 0, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    data = 5;
    atomic_store_explicit(&flag, 1, memory_order_release, memory_scope_work_group);
  } else {
    while (atomic_load_explicit(&flag, memory_order_acquire, memory_scope_work_group) != 1)
      ;
    out[get_global_id(0)] = data;
  }
}
