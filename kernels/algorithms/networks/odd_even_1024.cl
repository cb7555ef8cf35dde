// expect: verified
//--local_size=512 --num_groups=1024
// Batcher's odd-even merge network over 1,024 keys with a value each.
void exchange(__local uint *key, __local float *value, uint a, uint b) {
  if (key[a] > key[b]) {
    uint k = key[a];
    key[a] = key[b];
    key[b] = k;
    float v = value[a];
    value[a] = value[b];
    value[b] = v;
  }
}
__kernel void odd_even(__global uint *keys, __global float *values) {
  __local uint key[1024];
  __local float value[1024];
  const uint t = get_local_id(0), first = get_group_id(0) * 1024;
  for (uint i = t; i < 1024; i += 512) {
    key[i] = keys[first + i];
    value[i] = values[first + i];
  }
  for (uint width = 1; width < 1024; width <<= 1) {
    const uint rank = t & (width - 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    exchange(key, value, 2 * t - rank, 2 * t - rank + width);
    for (uint gap = width >> 1; gap > 0; gap >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint at = 2 * t - (t & (gap - 1));
      if (rank >= gap)
        exchange(key, value, at - gap, at);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = t; i < 1024; i += 512) {
    keys[first + i] = key[i];
    values[first + i] = value[i];
  }
}
