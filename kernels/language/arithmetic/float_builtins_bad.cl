// expect: race
//--local_size=64 --num_groups=4
// A float cannot be trusted as an index: several threads may round to the same place.

__kernel void float_builtins(__global const float *a, __global int *out) {
  const int i = get_global_id(0);
  const int bin = (int)(sqrt(fabs(a[i])) * 16.0f) & 255;
  out[bin] = i; /*@race*/
}
