// expect: verified
//--local_size=128 --num_groups=32
// Each thread works on its own chunk of 16 neighbours, guarded at the end.

__kernel void chunked_map(__global float *a, int n) {
  const int first = 16 * get_global_id(0);
  for (int i = first; i < first + 16 && i < n; ++i)
    a[i] = sqrt(a[i]);
}
