// expect: verified
//--local_size=64 --num_groups=4 --no-inline
// One function is judged by what the other promises.
int inner(int n) {
  __requires(0 <= n && n < 1000);
  __ensures(__return_val_int() > n && __return_val_int() <= n + 2);
  return n + 1;
}
int outer(int n) {
  __requires(0 <= n && n < 500);
  __ensures(__return_val_int() > n + 1 && __return_val_int() <= n + 4);
  return inner(inner(n));
}
kernel void all(global int *a) {
  int i = get_local_id(0), j = outer(i);
  __assert(j <= i + 4);
  a[get_global_id(0)] = j;
}
