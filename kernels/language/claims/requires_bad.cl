// expect: race
//--local_size=64 --num_groups=1
// The precondition is too weak.

__kernel void requires_offset(__global int *a, int offset) {
  __requires(offset >= 32);
  const int lid = get_local_id(0);
  a[lid + offset] = a[lid]; /*@race*/
}
