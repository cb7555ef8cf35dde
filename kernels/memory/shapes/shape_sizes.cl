// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16
// The number of threads, from its parts.

__kernel void shape_sizes(__global int *out) {
  out[get_global_id(0)] = get_num_groups(0) * get_local_size(0);
}
