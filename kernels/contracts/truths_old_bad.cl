// expect: assertion
//--local_size=64 --num_groups=1
// Twin: the result is of what it was, not of what it is.
bool above(int x) {
  __ensures(__return_val_bool() == __old_bool(x > 4)); /*@assert*/
  bool out = x > 3;
  x = 0;
  return out;
}
kernel void k(global int *a, int n) { a[get_local_id(0)] = above(n); }
