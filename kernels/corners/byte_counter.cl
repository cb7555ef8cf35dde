// expect: verified
//--local_size=64 --num_groups=4
// It ends in time.

__kernel void byte_counter(__global int *a) {
  const int i = get_global_id(0);
  for (uchar k = 0; k < 200; ++k)
    a[200 * i + k] = i;
}
