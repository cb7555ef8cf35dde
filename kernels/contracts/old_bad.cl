// expect: assertion
//--local_size=64 --num_groups=1
// Twin: not what it is.
int next(int x) {
  __ensures(__return_val_int() == __old_int(x)); /*@assert*/
  x = x + 1;
  return x;
}
kernel void k(global int *a, int n) {
  __requires(n < 1000);
  a[get_local_id(0)] = next(n);
}
