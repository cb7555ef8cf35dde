// expect: verified
//--local_size=64 --num_groups=4
// A long covers two ints.

__kernel void wide_overlap(__global int *a) {
  const int i = get_global_id(0);
  long pair = ((__global long *)a)[i];
  a[2 * i] = (int)(pair >> 32);
  a[2 * i + 1] = (int)pair;
}
