// expect: race
//--local_size=64 --num_groups=1
// Equal pairs at overlapping places: the second half of one is not the first half of the next.

__kernel void same_value(__global int *a) {
  const int lid = get_local_id(0);
  vstore2((int2)(1, 0), 0, a + lid); /*@race*/
}
