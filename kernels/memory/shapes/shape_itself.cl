// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16
// The local id less itself.

__kernel void shape_itself(__global int *out) {
  const int lid = get_local_id(0);
  const int shift = lid - (int)get_local_id(0);
  out[get_global_id(0)] = 9 << shift;
}
