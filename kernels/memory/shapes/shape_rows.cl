// expect: verified
//--local_size=16,4 --num_groups=2,4
// independent: yes, as --local_size=4,8 --num_groups=8,2
// Rows of all threads.

__kernel void shape_rows(__global int *out) {
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_global_id(1);
}
