// expect: race
//--local_size=64 --num_groups=4
// Looking and taking a place are two steps.

__kernel void hash_insert(__global const uint *keys, volatile __global uint *table, uint mask) {
  const uint key = keys[get_global_id(0)];
  uint h = (key * 2654435761u) & mask;
probe:;
  const uint old = table[h];
  if (old == 0) {
    table[h] = key; /*@race*/
    return;
  }
  if (old == key)
    return;
  h = (h + 1) & mask;
  goto probe;
}
