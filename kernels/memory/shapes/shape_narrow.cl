// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16
// A byte of the id: that the parts wrap around does not matter.

__kernel void shape_narrow(__global int *out) {
  const uchar base = get_group_id(0) * get_local_size(0) * 3, lid = get_local_id(0) * 3;
  const uchar both = base + lid;
  out[get_global_id(0)] = both;
}
