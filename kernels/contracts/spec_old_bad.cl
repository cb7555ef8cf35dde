// expect: assertion
//--local_size=64 --num_groups=4
// Twin: another value is there.
int __spec_next(global int *p, int i) {
  __requires(p[i] < 100);
  __ensures(__return_val_int() == __old_int(p[i]) + 1);
  return 0;
}
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i] = 6;
  int x = __spec_next(a, i);
  __assert(x == 8); /*@assert*/
}
