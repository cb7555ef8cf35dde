// expect: verified
//--local_size=64 --num_groups=4
// A counter for every bin: who counts in the same bin gets another place in it.

__kernel void ticket_bins(__global const uint *key, __global uint *count, __global uint *cell) {
  const uint i = get_global_id(0), bin = key[i] & 7, k = atomic_inc(&count[bin]);
  if (k < 16)
    cell[bin * 16 + k] = i;
}
