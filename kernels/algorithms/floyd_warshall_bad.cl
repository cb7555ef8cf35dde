// expect: race
//--local_size=[8,8] --num_groups=[8,8]
// The textbook's version writes row k and column k too, though with unchanged values.

__kernel void floyd_warshall(__global int *d, int k) {
  __requires(0 <= k && k < 64);
  const int j = get_global_id(0), i = get_global_id(1);
  d[i * 64 + j] = min(d[i * 64 + j], d[i * 64 + k] + d[k * 64 + j]); /*@race*/
}
