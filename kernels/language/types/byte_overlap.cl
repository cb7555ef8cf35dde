// expect: verified
//--local_size=64 --num_groups=4
// An int array written byte by byte: each thread stays within the four bytes of its int.

__kernel void byte_overlap(__global int *a) {
  const int i = get_global_id(0);
  __global uchar *bytes = (__global uchar *)a;
  int v = a[i];
  for (int b = 0; b < 4; ++b)
    bytes[4 * i + b] = (uchar)(v >> (24 - 8 * b));
}
