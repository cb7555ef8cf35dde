// expect: verified
//--local_size=64 --num_groups=1
// A precondition on a parameter separates what is read from what is written.

__kernel void requires_offset(__global int *a, int offset) {
  __requires(offset >= 64);
  const int lid = get_local_id(0);
  a[lid + offset] = a[lid];
}
