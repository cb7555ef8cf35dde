// expect: unsupported
//--local_size=* --num_groups=4
// A group of one thread has no other thread for its copy's accesses to race with, and the size may be 1.

kernel void copy_free_size(global const int *in, global int *out) {
  local int tile[64];
  event_t e = async_work_group_copy(tile, in, 64, 0);
  out[get_global_id(0)] = tile[0];
  wait_group_events(1, &e);
}
