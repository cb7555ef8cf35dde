// expect: verified
//--local_size=* --num_groups=*
// The launch strides over the elements; int.
__kernel void scale(__global float *d, float s, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    d[i] *= s;
}
