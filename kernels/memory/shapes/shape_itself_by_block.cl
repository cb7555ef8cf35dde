// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16
// The local id, shifted by itself.

__kernel void shape_itself_by_block(__global int *out) {
  const int lid = get_local_id(0);
  const int shift = lid & 7;
  out[get_global_id(0)] = lid << shift;
}
