// expect: race
//--local_size=64 --num_groups=4
// The result goes to a place that only the group chooses.
__constant float weights[4] = {0.1f, 0.2f, 0.3f, 0.4f};

__kernel void constant_memory(__constant float *bias, __global float *out) {
  const int i = get_global_id(0);
  out[get_group_id(0)] = weights[i & 3] * bias[i]; /*@race*/
}
