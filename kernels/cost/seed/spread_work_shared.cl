// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2; m 1 3; n 0 1 2 5
// What both kinds of work do is done together, between two tests (SYN-BRDIS-OPT).

__kernel void spread_work_shared(__global int *out, int n, int m)
    /*@cost sectors = 4*warps*/ /*@cost conflicts = 0*/ /*@cost divwarps = 2*n*warps*/ {
  int t = get_local_id(0), x = t, y = 1;
  for (int i = 0; i < n; ++i) {
    int u = x, v = y;
    if (t % 2 != 0)
      for (int j = 0; j < 1 + m % 2; ++j)
        u = u * 7 + v + j;
    for (int j = 0; j < m; ++j)
      u = u * 3 + v;
    if (t % 2 == 0)
      for (int j = 0; j < 1 + m % 3; ++j)
        v = u * 5 + v - j;
    x = u;
    y = v;
  }
  out[get_global_id(0)] = x + y;
}
