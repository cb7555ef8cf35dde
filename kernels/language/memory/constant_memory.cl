// expect: verified
//--local_size=64 --num_groups=4
// Constant memory: a program-scope table and a kernel parameter, read by everybody.
__constant float weights[4] = {0.1f, 0.2f, 0.3f, 0.4f};

__kernel void constant_memory(__constant float *bias, __global float *out) {
  const int i = get_global_id(0);
  float sum = bias[0];
  for (int j = 0; j < 4; ++j)
    sum += weights[j] * bias[j];
  out[i] = sum;
}
