// expect: race
//--local_size=128 --num_groups=32
// Chunks are 15 apart and 16 long.

__kernel void chunked_map(__global float *a, int n) {
  const int first = 15 * get_global_id(0);
  for (int i = first; i < first + 16 && i < n; ++i)
    a[i] = sqrt(a[i]); /*@race*/
}
