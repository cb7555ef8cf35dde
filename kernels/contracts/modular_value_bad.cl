// expect next (function): assertion
// expect shift: verified
//--local_size=64 --num_groups=4 --no-inline
// The function may return n; the caller is judged by what it promises.
int next(int i, int n) {
  __requires(0 <= i && i < n);
  __ensures(0 <= __return_val_int() && __return_val_int() < n); /*@assert*/
  return i + 1;
}
kernel void shift(global int *to, global const int *from) {
  int j = next(get_local_id(0), get_local_size(0));
  __assert(0 <= j && j < 64);
  to[get_global_id(0)] = from[j];
}
