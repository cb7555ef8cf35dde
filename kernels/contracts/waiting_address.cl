// expect: unsupported
//--local_size=64 --num_groups=1
// A local that changes through a pointer.
kernel void k(global int *a) {
  int l = get_local_id(0), x = 0;
  int *q = &x;
  if (l < 32) {
    *q = 1;
    __assert(__other_int(x) == 0);
  }
  a[l] = x;
}
