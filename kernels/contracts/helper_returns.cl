// expect: verified
//--local_size=64 --num_groups=1
// Functions with several returns and locals that are set on one way, called in annotations about two threads.
int above(int c) {
  if (c > 3)
    return 1;
  return 0;
}
int even(int c) {
  int r = 0;
  if (c & 1)
    r = 2;
  return r;
}
kernel void k(global int *a, int n) {
  int i = get_local_id(0);
  __assert(__all(i >= 0));
  __assert(above(i) == (i > 3));
  __assert(__implies(__uniform_int(i & 1), __uniform_int(even(i))));
  __assert(__all(i < 3 || above(i + 1) == 1));
  a[i] = i;
}
