// expect: verified
//--local_size=16,4 --num_groups=2,4
// independent: yes, as --local_size=4,8 --num_groups=8,2
// The linear id of the launch.

__kernel void shape_linear(__global int *out) {
  out[get_global_linear_id()] = 1 + get_global_id(0);
}
