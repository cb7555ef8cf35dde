// expect: race
//--local_size=* --num_groups=8
// The same without the barrier; only groups of one thread are safe.

__kernel void any_group_size(__global int *a, __local int *buffer) {
  const int lid = get_local_id(0);
  const int n = get_local_size(0);
  buffer[lid] = a[get_global_id(0)]; /*@race*/
  a[get_global_id(0)] = buffer[n - 1 - lid]; /*@race*/
}
