// expect: verified
//--local_size=64 --global_size=1024
// The launch is given by its total size.

__kernel void global_size(__global int *a) {
  __assert(get_num_groups(0) == 16);
  a[1023 - (int)get_global_id(0)] = 1;
}
