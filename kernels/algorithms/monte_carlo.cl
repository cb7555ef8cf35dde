// expect: verified
//--local_size=64 --num_groups=16
// A linear congruential generator a thread, in wrapping unsigned arithmetic; states are kept in memory.

__kernel void monte_carlo(__global uint *state, __global int *hits, int n) {
  const int i = get_global_id(0);
  uint s = state[i];
  int inside = 0;
  for (int k = 0; k < n; ++k) {
    s = s * 1664525u + 1013904223u;
    const float x = (s >> 8) * 0x1p-24f;
    s = s * 1664525u + 1013904223u;
    const float y = (s >> 8) * 0x1p-24f;
    inside += x * x + y * y < 1.0f;
  }
  state[i] = s;
  hits[i] = inside;
}
