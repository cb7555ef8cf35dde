// expect inner (function): verified
// expect outer (function): assertion
// expect all: verified
//--local_size=64 --num_groups=4 --no-inline
// True of what the inner function does, and no consequence of what it promises.
int inner(int n) {
  __requires(0 <= n && n < 1000);
  __ensures(__return_val_int() > n && __return_val_int() <= n + 2);
  return n + 1;
}
int outer(int n) {
  __requires(0 <= n && n < 500);
  __ensures(__return_val_int() > n + 1 && __return_val_int() <= n + 2); /*@assert*/
  return inner(inner(n));
}
kernel void all(global int *a) {
  int i = get_local_id(0), j = outer(i);
  __assert(j <= i + 4);
  a[get_global_id(0)] = j;
}
