// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A component of a vector by its address.

__kernel void private_component(__global int *out) {
  int4 v = (int4)(1, 2, 3, 4);
  ((int *)&v)[3] = get_local_id(0);
  out[get_global_id(0)] = v.w;
}
