// expect: verified
//--local_size=* --num_groups=*
// The launch strides over the elements; uint, which may wrap around.
__kernel void scale(__global float *d, float s, uint n) {
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    d[i] *= s;
}
