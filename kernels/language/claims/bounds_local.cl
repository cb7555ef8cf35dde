// expect: verified
//--local_size=64 --num_groups=4 --check-bounds
// Accesses to an array of known size, all inside; the bounds are checked on request.

__kernel void bounds_local(__global const int *in, __global int *out) {
  __local int a[64];
  const int lid = get_local_id(0);
  a[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = lid > 0 ? a[lid - 1] : 0;
}
