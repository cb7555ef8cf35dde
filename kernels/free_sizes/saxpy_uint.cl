// expect: verified
//--local_size=* --num_groups=*
// One element a thread, counted in uint.
__kernel void saxpy(uint n, float a, __global const float *x, __global float *y) {
  uint i = get_global_id(0);
  if (i < n)
    y[i] = a * x[i] + y[i];
}
