// expect: race
//--local_size=64 --num_groups=1
// One thread's second half is its first, but its neighbour's first half is another.

__kernel void same_value(__global int *a) {
  const int lid = get_local_id(0);
  vstore2((int2)(lid, lid), 0, a + lid); /*@race*/
}
