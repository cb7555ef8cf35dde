// expect: verified
//--local_size=64 --num_groups=4 --no-inline
// Each thread calls with an argument of its own.
int slot(int n) {
  __requires(0 <= n && n < 1024);
  __ensures(__return_val_int() == 2 * n);
  return n + n;
}
kernel void all(global int *a) {
  int i = get_global_id(0);
  a[slot(i)] = get_global_id(0);
}
