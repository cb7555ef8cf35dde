// expect: race
//--strict-overflow --local_size=256 --num_groups=4194305
// With an overflow that wraps round, two threads meet.

__kernel void k(__global int *out) {
  const int i = get_global_id(0);
  out[i * 4] = get_group_id(0);
}
