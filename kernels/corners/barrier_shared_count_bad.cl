// expect: race
//--local_size=64 --num_groups=4
// The barrier before the reading of the count is missing.

__kernel void shared_count(__global const int *in, __global int *out) {
  __local int count;
  const int lid = get_local_id(0);
  if (lid == 0)
    count = in[get_group_id(0)] & 7; /*@race*/
  out[get_global_id(0)] = count; /*@race*/
}
