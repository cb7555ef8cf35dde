// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; h 0 1 3 4 15 16 17 3000000000
// A quarter each round; a third; and both by a test of what is left.

__kernel void quartering(__global int *a, unsigned h) {
  for (unsigned s = h; s != 0; s /= 4)
    a[get_local_id(0)] = 1;
  for (unsigned s = h; s > 5; s /= 3)
    a[get_local_id(0)] = 2;
  unsigned n = h;
  while (n >>= 1)
    a[get_local_id(0)] = 3;
}
