// expect lower (function): verified
// expect all: assertion
//--local_size=64 --num_groups=4 --no-inline
// The function does more than its contract says, and its caller may not rely on that.
int lower(int n) {
  __requires(n >= 0);
  __ensures(0 <= __return_val_int());
  return n / 2;
}
kernel void all(global int *a) {
  int i = get_global_id(0), h = lower(i);
  __assert(h <= i); /*@assert*/
  a[i] = h;
}
