// expect: verified
//--local_size=64 --num_groups=16
// Merging two sorted arrays: each thread searches its diagonal and merges eight elements.

__kernel void merge_path(__global const int *a, __global const int *b, __global int *out, int na, int nb) {
  const int first = 8 * get_global_id(0);
  int lo = max(0, first - nb), hi = min(first, na);
  while (lo < hi) {
    const int mid = lo + (hi - lo) / 2;
    if (a[mid] <= b[first - 1 - mid])
      lo = mid + 1;
    else
      hi = mid;
  }
  int i = lo, j = first - lo;
  for (int k = 0; k < 8; ++k) {
    if (first + k >= na + nb)
      return;
    if (j >= nb || (i < na && a[i] <= b[j]))
      out[first + k] = a[i++];
    else
      out[first + k] = b[j++];
  }
}
