// expect: race
//--local_size=32 --num_groups=1 --no-inline --warp-sync=32
// In lock step the order of accesses matters, which a contract does not say: the function is inlined.
int either(local int *a, int t) {
  __requires(0 <= t && t < 32);
  __ensures(__write_implies(a, __write_offset_bytes(a) - __ptr_offset_bytes(a) == 4 * t));
  __ensures(__read_implies(a, __read_offset_bytes(a) % 4 == 0));
  if (t % 2 == 0) {
    a[t] = t; /*@race*/
    return 0;
  }
  return a[t - 1]; /*@race*/
}
kernel void all(global int *to) {
  local int s[32];
  int t = get_local_id(0);
  to[t] = either(s, t);
}
