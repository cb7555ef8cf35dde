// expect: verified
//--local_size=* --num_groups=*
// The launch strides over the elements; ulong below a bound of 64 bits.
__kernel void scale(__global float *d, float s, ulong n) {
  const size_t stride = get_global_size(0);
  for (ulong i = get_global_id(0); i < n; i += stride)
    d[i] *= s;
}
