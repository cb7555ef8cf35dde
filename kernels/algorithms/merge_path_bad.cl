// expect: race
//--local_size=64 --num_groups=16
// The place of an element is the sum of its indices, which the search does not keep within the thread's eight.

__kernel void merge_path(__global const int *a, __global const int *b, __global int *out, int na, int nb) {
  const int first = 8 * get_global_id(0);
  int i = a[first], j = b[first];
  for (int k = 0; k < 8; ++k) {
    if (j >= nb || (i < na && a[i] <= b[j])) {
      out[i + j] = a[i]; /*@race*/
      ++i;
    } else {
      ++j;
    }
  }
}
