// expect: race
//--local_size=2 --num_groups=4 --cl-std=CL2.0
// The barrier behind the flag fences local memory only: what the counting item has found does not reach the other one.
kernel void last_group_local_bad(global atomic_uint *done, global int *out, global int *sum) {
  local int is_last;
  if (get_local_id(0) == 0) {
    out[get_group_id(0)] = get_group_id(0); /*@race*/
    uint ticket = atomic_fetch_add_explicit(done, 1, memory_order_acq_rel, memory_scope_device);
    is_last = ticket == (uint)get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (is_last)
    sum[get_local_id(0)] = out[(get_group_id(0) + 1) % 4]; /*@race*/
}
