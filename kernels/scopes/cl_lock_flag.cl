// expect: verified
//--local_size=8 --num_groups=4 --cl-std=CL2.0
// A flag is a lock, and its default order the strongest.
kernel void cl_lock_flag(global atomic_flag *lock, global int *sum) {
  if (get_local_id(0) == 0) {
    while (atomic_flag_test_and_set(lock))
      ;
    *sum += 1;
    atomic_flag_clear(lock);
  }
}
