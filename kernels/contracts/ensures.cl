// expect: verified
//--local_size=64 --num_groups=4
// Postconditions: of the result, of parameters as they were on entry, and at each return.
int clamped(int x, int low, int high) {
  __requires(low <= high);
  __ensures(low <= __return_val_int() && __return_val_int() <= high);
  __ensures(__implies(__old_int(x) >= high, __return_val_int() == high));
  if (x < low)
    return low;
  x = x > high ? high : x;
  return x;
}
kernel void k(global int *a, int n) {
  int c = clamped(n, 3, 9);
  __assert(c != 10);
  a[get_global_id(0)] = c;
}
