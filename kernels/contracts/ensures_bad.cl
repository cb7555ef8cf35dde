// expect: assertion
//--local_size=64 --num_groups=4
// Twin: one of the returns gives too much.
int clamped(int x, int low, int high) {
  __requires(low <= high);
  __ensures(low <= __return_val_int() && __return_val_int() <= high); /*@assert*/
  if (x < low)
    return low;
  return x;
}
kernel void k(global int *a, int n) {
  a[get_global_id(0)] = clamped(n, 3, 9);
}
