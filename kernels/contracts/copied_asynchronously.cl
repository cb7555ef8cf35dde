// expect: unsupported
//--local_size=64 --num_groups=4
// The log of an array that is copied in the background.
kernel void k(global int *a) {
  local int t[64];
  event_t e = async_work_group_copy(t, a, 64, 0);
  wait_group_events(1, &e);
  __assert(__no_write(t));
}
