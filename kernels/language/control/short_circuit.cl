// expect: verified
//--local_size=64 --num_groups=4
// Nested short-circuit conditions guard the access.

__kernel void short_circuit(__global int *a, int lo, int hi) {
  const int i = get_global_id(0);
  if ((i >= lo && i < hi) || (i > 0 && !(i & 1) && lo < hi))
    a[i] = a[i] + 1;
  if (i == 0 || i == 255 || (lo == hi && i == lo))
    a[i] = 0;
}
