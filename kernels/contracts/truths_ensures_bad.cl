// expect: assertion
//--local_size=64 --num_groups=1
// Twin: what is said of the result of all.
bool above(int x) {
  __global_ensures(__return_val_bool() == (x > 4));
  return x > 3;
}
kernel void k(global int *a, int n) { a[get_local_id(0)] = above(n); }
