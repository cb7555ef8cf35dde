// expect: verified
//--local_size=64 --num_groups=4 --no-inline
// The contract says as much as its caller needs.
int lower(int n) {
  __requires(n >= 0);
  __ensures(0 <= __return_val_int() && __return_val_int() <= n);
  return n / 2;
}
kernel void all(global int *a) {
  int i = get_global_id(0), h = lower(i);
  __assert(h <= i);
  a[i] = h;
}
