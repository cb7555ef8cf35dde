// expect slot (function): verified
// expect all: race
//--local_size=64 --num_groups=4 --no-inline
// Two threads call with one argument.
int slot(int n) {
  __requires(0 <= n && n < 1024);
  __ensures(__return_val_int() == 2 * n);
  return n + n;
}
kernel void all(global int *a) {
  int i = get_global_id(0) / 2;
  a[slot(i)] = get_global_id(0); /*@race*/
}
