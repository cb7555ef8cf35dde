// expect: race
//--local_size=1 --num_groups=4 --std=CL2.0
// The order of failure acquires nothing.
kernel void k(global atomic_int *f, global int *d, global int *o) {
  for (;;) {
    int e = 0;
    if (atomic_compare_exchange_strong_explicit(f, &e, 1, memory_order_acq_rel, memory_order_relaxed,
                                                memory_scope_device)) {
      d[0] = 5; /*@race*/
      atomic_store_explicit(f, 2, memory_order_release, memory_scope_device);
      break;
    }
    if (e == 2) {
      o[get_group_id(0)] = d[0]; /*@race*/
      break;
    }
  }
}
