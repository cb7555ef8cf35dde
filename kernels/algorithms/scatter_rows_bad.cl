// expect: race
//--local_size=64 --num_groups=16
// The mask leaves five bits for rows of sixteen.

__kernel void scatter_rows(__global const uint *index, __global const float *in, __global float *out) {
  const int i = get_global_id(0);
  for (int k = 0; k < 4; ++k)
    out[16 * i + (index[4 * i + k] & 31)] = in[4 * i + k]; /*@race*/
}
