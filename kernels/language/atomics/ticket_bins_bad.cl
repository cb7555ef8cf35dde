// expect: race
//--local_size=64 --num_groups=4
// The bins' cells overlap.

__kernel void ticket_bins(__global const uint *key, __global uint *count, __global uint *cell) {
  const uint i = get_global_id(0), bin = key[i] & 7, k = atomic_inc(&count[bin]);
  if (k < 17)
    cell[bin * 16 + k] = i; /*@race*/
}
