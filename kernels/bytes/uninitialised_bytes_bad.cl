// expect: race
//--local_size=8 --num_groups=1
// An array of 64 elements that nobody has written holds any values.
__kernel void uninitialised_bytes(__global int *p) {
  uchar a[64];
  if (a[1] == 3)
    p[0] = get_local_id(0); /*@race*/
}
