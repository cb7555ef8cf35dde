// expect: assertion
//--local_size=64 --num_groups=4
// Nothing else is known of what it returns, nor of what it has written.
int __spec_put(global int *p, int i) {
  __ensures(__return_val_int() >= i);
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == i));
  __writes_to(p);
  return 0;
}
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i] = 7;
  int x = __spec_put(a, i);
  __assert(x > i || a[i] == 7); /*@assert*/
}
