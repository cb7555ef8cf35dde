// expect: unsupported
//--local_size=64 --num_groups=1
// An annotation that sets a variable which another one reads.
kernel void k(global int *a) {
  int i = get_local_id(0), t;
  __assert((t = 0, 1));
  if (i == 0) {
    __assert((t = 1, 1));
    __assert(__other_int(t) == 1);
  }
  a[i] = i;
}
