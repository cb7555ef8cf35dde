// expect: verified
//--local_size=64 --num_groups=4 --no-inline
// What is known of the call's value is what its contract says, and the function keeps it.
int next(int i, int n) {
  __requires(0 <= i && i < n);
  __ensures(0 <= __return_val_int() && __return_val_int() < n);
  return i + 1 == n ? 0 : i + 1;
}
kernel void shift(global int *to, global const int *from) {
  local int t[64];
  int i = get_local_id(0);
  t[i] = from[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int j = next(i, get_local_size(0));
  __assert(0 <= j && j < 64);
  to[get_global_id(0)] = t[j];
}
