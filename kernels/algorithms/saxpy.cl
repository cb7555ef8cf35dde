// expect: verified
//--local_size=128 --num_groups=32
// y = a x + y with a grid-stride loop.

__kernel void saxpy(float a, __global const float *x, __global float *y, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    y[i] = a * x[i] + y[i];
}
