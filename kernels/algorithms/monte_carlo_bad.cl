// expect: race
//--local_size=64 --num_groups=16
// One state for all threads.

__kernel void monte_carlo(__global uint *state, __global int *hits) {
  const int i = get_global_id(0);
  uint s = state[0];
  s = s * 1664525u + 1013904223u + i;
  state[0] = s; /*@race*/
  hits[i] = s >> 31;
}
