// expect: unsupported
//--local_size=64 --num_groups=1
// What is read of a table that is known is no access.
constant int t[4] = {1, 2, 3, 4};
kernel void k(global int *a) {
  int l = get_local_id(0);
  a[l] = t[2] + t[l & 3];
  __assert(__no_read(t));
}
