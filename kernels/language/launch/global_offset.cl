// expect: verified
//--local_size=64 --num_groups=4
// Global offset, work dimension and the sizes as values.

__kernel void sizes(__global int *out) {
  const size_t i = get_global_id(0) - get_global_offset(0);
  __assert(i < get_global_size(0));
  __assert(get_work_dim() >= 1 && get_work_dim() <= 3);
  __assert(get_local_size(0) == 64 && get_num_groups(0) == 4 && get_local_size(1) == 1);
  out[i] = get_enqueued_local_size(0);
}
