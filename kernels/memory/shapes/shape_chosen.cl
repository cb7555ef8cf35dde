// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16 (n=33)
// One of two values.

__kernel void shape_chosen(__global int *out, int n) {
  out[get_global_id(0)] = get_global_id(0) < n ? 4 : n;
}
