// expect: verified
//--local_size=8 --num_groups=1
// The element that is read has been written, its neighbours have not.
__kernel void uninitialised_words(__global int *p) {
  int a[64];
  a[1] = 2;
  if (a[1] > 3)
    p[0] = get_local_id(0);
}
