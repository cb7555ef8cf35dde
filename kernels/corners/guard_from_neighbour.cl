// expect: verified
//--local_size=64 --num_groups=4
// Readers and writers are chosen by the remainder of the id: fields of the third kind are nobody's.

__kernel void by_remainder(__global int *a) {
  const int i = get_global_id(0);
  if (i % 3 == 0)
    a[i] = a[i + 1] + a[i + 2];
}
