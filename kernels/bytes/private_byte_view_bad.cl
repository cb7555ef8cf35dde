// expect: race
//--local_size=8 --num_groups=1
// The byte written is the second one, and the index is the first.
__kernel void private_byte_view(__global int *p, int i) {
  int t = get_local_id(0);
  int a[4];
  for (int j = 0; j < 4; ++j)
    a[j] = 0;
  ((uchar *)a)[(i & 3) * 4 + 1] = t;
  p[a[i & 3] & 255] = t; /*@race*/
}
