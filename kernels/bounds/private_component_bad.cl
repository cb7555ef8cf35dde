// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// A fifth component of four.

__kernel void private_component(__global int *out) {
  int4 v = (int4)(1, 2, 3, 4);
  ((int *)&v)[4] = get_local_id(0);
  out[get_global_id(0)] = v.w;
}
