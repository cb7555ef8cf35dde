// Four neighbours.
//--local_size=256 --num_groups=1

__kernel void four(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  out[t] = a[4 * t] + a[4 * t + 1] + a[4 * t + 2] + a[4 * t + 3]; /*@hint vector float4*/
}

// Not at multiples of what a vector needs.
__kernel void five(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  out[t] = a[5 * t] + a[5 * t + 1] + a[5 * t + 2] + a[5 * t + 3];
}

// Something comes between them.
__kernel void between(__global float *a, __global float *out) {
  const int t = get_local_id(0);
  float s = a[2 * t];
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[t] = s + a[2 * t + 1];
}
