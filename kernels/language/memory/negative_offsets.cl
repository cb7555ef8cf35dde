// expect: verified
//--local_size=64 --num_groups=4
// Negative indices relative to a pointer into the middle.

__kernel void negative_offsets(__global int *a) {
  __global int *middle = a + 128;
  const int i = (int)get_global_id(0) - 128;
  middle[i] = i;
  if (i < 0)
    middle[i] = middle[i] + middle[i];
}
