// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16 (w=3)
// Rows of a pitch that the host chooses.

__kernel void shape_pitch(__global int *out, int w) {
  const int base = get_group_id(0) * get_local_size(0) * w, lid = get_local_id(0) * w;
  out[base + lid] = 5;
}
