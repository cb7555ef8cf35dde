// expect: verified
//--local_size=[8,8] --num_groups=[8,8]
// One round of all-pairs shortest paths in place: row k and column k are read and left alone.

__kernel void floyd_warshall(__global int *d, int k) {
  __requires(0 <= k && k < 64);
  const int j = get_global_id(0), i = get_global_id(1);
  if (i != k && j != k)
    d[i * 64 + j] = min(d[i * 64 + j], d[i * 64 + k] + d[k * 64 + j]);
}
