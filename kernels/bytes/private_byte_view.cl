// expect: verified
//--local_size=8 --num_groups=1
// A byte of a private array is written, the word is read: other threads' words differ in that byte.
__kernel void private_byte_view(__global int *p, int i) {
  int t = get_local_id(0);
  int a[4];
  for (int j = 0; j < 4; ++j)
    a[j] = 0;
  ((uchar *)a)[(i & 3) * 4] = t;
  p[a[i & 3]] = t;
}
