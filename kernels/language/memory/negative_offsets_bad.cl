// expect: race
//--local_size=64 --num_groups=4
// Mirrored at the middle.

__kernel void negative_offsets(__global int *a) {
  __global int *middle = a + 128;
  const int i = (int)get_global_id(0) - 128;
  middle[-i] = i;     /*@race*/
  middle[i] = 2 * i;  /*@race*/
}
