// expect: verified
//--local_size=64 --num_groups=4 --no-inline
// Two parameters may lead into one array, and do.
int both(global int *p, global const int *q) {
  __writes_to(p);
  __reads_from(q);
  __ensures(p[0] == 2);
  p[0] = 2;
  return q[0] == 2 ? 2 : q[0];
}
kernel void twice(global int *a) {
  if (get_global_id(0) == 0) {
    a[0] = 1;
    int r = both(a, a);
    a[1] = r;
  }
}
