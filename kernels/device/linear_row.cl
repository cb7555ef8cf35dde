// expect: verified
// A linear id says nothing of rows.

__kernel void linear(__global int *d, int n) {
  size_t i = get_global_linear_id();
  if (i < n)
    d[i] *= 2;
}
