// expect: unknown
//--local_size=8 --num_groups=4 --cl-std=CL2.0
// The barrier is for global memory only: the flag may not be set down yet where it is looked at, and hold anything (which
// no execution shows: the machine sets it down at once).
kernel void flag_set_down(global int *out) {
  local atomic_int flag;
  local int data;
  if (get_local_id(0) == 1)
    atomic_store_explicit(&flag, 0, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    data = 5;
    atomic_store_explicit(&flag, 1, memory_order_release, memory_scope_work_group);
  } else {
    while (atomic_load_explicit(&flag, memory_order_acquire, memory_scope_work_group) != 1)
      ;
    out[get_global_id(0)] = data;
  }
}
