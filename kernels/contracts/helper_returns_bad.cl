// expect: assertion
//--local_size=64 --num_groups=1
// Twin: it gives 0 as well.
int above(int c) {
  if (c > 3)
    return 1;
  return 0;
}
kernel void k(global int *a) {
  int i = get_local_id(0);
  __assert(__all(i >= 0));
  __assert(above(i) == 1); /*@assert*/
  a[i] = i;
}
