// expect: verified
//--local_size=* --num_groups=*
// The launch strides over the elements; uint, the stride in a variable.
__kernel void scale(__global float *d, float s, uint n) {
  const uint stride = get_global_size(0);
  for (uint i = get_global_id(0); i < n; i += stride)
    d[i] *= s;
}
