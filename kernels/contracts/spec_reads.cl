// expect: verified
//--local_size=64 --num_groups=4
// Of the reads, too, a postcondition speaks; what is returned is what it says.
int __spec_get(global int *p, int i) {
  __requires(i >= 0);
  __ensures(__implies(__read(p), __read_offset_bytes(p) / sizeof(int) == i));
  __ensures(__return_val_int() >= i);
  __reads_from(p);
  return 0;
}
kernel void k(global int *a) {
  int i = get_global_id(0), x = __spec_get(a, i);
  __assert(x >= i);
  a[i] = x;
}
