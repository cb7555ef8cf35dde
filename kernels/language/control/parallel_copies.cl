// expect: verified
//--local_size=64 --num_groups=4
// Three variables that take one another's values in each round: (x, y, z) becomes (y, x + z, y), all at once.

__kernel void parallel_copies(__global int *out, int n) {
  int x = 1, y = 2, z = 3;
  for (int i = 0; i < n; i++) {
    int t = x;
    x = y;
    y = z + t;
    z = x;
  }
  out[get_global_id(0)] = x + y + z;
}
