// expect lower (function): verified
// expect all: assertion
//--local_size=64 --num_groups=4 --no-inline
// The precondition does not hold at the call.
int lower(int n) {
  __requires(n >= 0); /*@assert*/
  __ensures(0 <= __return_val_int() && __return_val_int() <= n);
  return n / 2;
}
kernel void all(global int *a) {
  int i = get_global_id(0), h = lower(i - 1);
  a[i] = h;
}
