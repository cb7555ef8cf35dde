// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; h -5 0 16 17 33 34 4294967291 4294967313 -4294967200
// The start is a long that is cut: as an int it may be negative.

__kernel void halving_cut(__global int *a, long h) {
  for (int i = h; i > 16; i >>= 1)
    a[get_local_id(0)] = 1;
}
