// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16
// The global id, from its parts.

__kernel void shape_ids(__global int *out) {
  out[get_group_id(0) * get_local_size(0) + get_local_id(0)] = 1 + get_global_id(0);
}
