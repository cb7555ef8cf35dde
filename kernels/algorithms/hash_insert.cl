// expect: verified
//--local_size=64 --num_groups=4
// Inserting keys into a hash table with open addressing: compare and exchange, on failure the next place.

__kernel void hash_insert(__global const uint *keys, volatile __global uint *table, uint mask) {
  const uint key = keys[get_global_id(0)];
  uint h = (key * 2654435761u) & mask;
probe:;
  const uint old = atomic_cmpxchg(&table[h], 0u, key);
  if (old == 0 || old == key)
    return;
  h = (h + 1) & mask;
  goto probe;
}
