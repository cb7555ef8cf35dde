// expect: race
//--local_size=256 --num_groups=257
// Thread 65536 has that of thread 0.

__kernel void k(__global int *out) {
  const short i = get_global_id(0);
  out[i] = get_group_id(0);
}
