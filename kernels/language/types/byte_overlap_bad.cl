// expect: race
//--local_size=64 --num_groups=4
// The byte after the thread's int is the first byte of the next.

__kernel void byte_overlap(__global int *a) {
  const int i = get_global_id(0);
  __global uchar *bytes = (__global uchar *)a;
  int v = a[i]; /*@race*/
  bytes[4 * i + 4] = (uchar)v; /*@race*/
}
