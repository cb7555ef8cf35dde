// expect: race
//--local_size=8 --num_groups=4
// The flag is set for the work-group only.
__kernel void flag_cl_bad(__global int *data, __global atomic_int *flag, __global int *out) {
  if (get_group_id(0) == 0) {
    data[get_local_id(0)] = 1;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    if (get_local_id(0) == 0)
      atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  } else {
    if (get_local_id(0) == 0)
      while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0)
        ;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    out[get_global_id(0)] = data[get_local_id(0)];
  }
}
