// expect: verified
//--local_size=64 --num_groups=4 --global_offset=100
// A launch with an offset: the ids begin at 100.

__kernel void offset_launch(__global int *a) {
  const int i = get_global_id(0);
  __assert(i >= 100 && i < 356);
  a[i] = i;
}
