// One element late.
//--local_size=256 --num_groups=1

__kernel void late(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  out[t] = a[t + 1]; /*@hint start started*/
}

// Others would pay for it.
__kernel void stencil(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  out[t] = a[t] + a[t + 1] + a[t + 2];
}
