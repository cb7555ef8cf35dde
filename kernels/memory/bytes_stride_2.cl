// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 2, lines 1, ideal 1
// Every other byte.

__kernel void bytes_stride_2(__global const char *a, __global char *out) {
  const int t = get_local_id(0);
  char v = 0;
  v = a[2 * t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
