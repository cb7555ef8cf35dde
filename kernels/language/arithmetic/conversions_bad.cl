// expect: race
//--local_size=64 --num_groups=4
// Saturation at 127 makes one place of many.

__kernel void conversions(__global int *out) {
  const int i = get_global_id(0);
  out[convert_char_sat(i)] = i; /*@race*/
}
