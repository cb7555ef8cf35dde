// expect: verified
//--local_size=64 --num_groups=4
// Group memory likewise.

kernel void k(global int *out) {
  local int a[64];
  int t = get_local_id(0);
  a[t] = t * 3;
  __assert(a[t] % 3 == 0);
  out[get_global_id(0)] = a[t];
}
