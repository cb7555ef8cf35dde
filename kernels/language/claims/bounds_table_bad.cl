// expect: bounds
//--local_size=64 --num_groups=4 --check-bounds
// The clamp lets the size itself through.
__constant int table[10] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};

__kernel void bounds_table(__global const int *in, __global int *out) {
  const int i = get_global_id(0);
  out[i] = table[clamp(in[i], 0, 10)]; /*@bounds*/
}
