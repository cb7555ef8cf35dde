// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; n 0 3 9 40; m 1 5
// A goto out of two loops, over what the others do between them.

__kernel void skipped_by_goto(__global int *b, __global int *c, int n, int m) {
  int t = get_local_id(0);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      if (i * m + j == t) {
        b[t] = i;
        goto out;
      }
    c[t] = i;
  }
out:
  b[t] += 1;
}
