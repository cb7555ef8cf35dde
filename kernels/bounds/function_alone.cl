// expect: verified
//--local_size=64 --num_groups=4 --no-inline --check-bounds
// What the contract allows lies inside of the array at the call; the function itself knows no array.
void put(local int *p, int i) {
  __requires(0 <= i && i < 64);
  __ensures(__write_implies(p, __write_offset_bytes(p) - __ptr_offset_bytes(p) == 4 * i));
  p[i] = i;
}
kernel void all(global int *a) {
  local int t[64];
  put(t, get_local_id(0));
  a[get_global_id(0)] = t[get_local_id(0)];
}
