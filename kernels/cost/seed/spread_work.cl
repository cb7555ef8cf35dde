// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2; m 1 3; n 0 1 2 5
// Two kinds of work, chosen by the lane in each round (SYN-BRDIS of [MH21]).

__kernel void spread_work(__global int *out, int n, int m)
    /*@cost sectors = 4*warps*/ /*@cost conflicts = 0*/ /*@cost divwarps = n*warps*/ {
  int t = get_local_id(0), x = t, y = 1;
  for (int i = 0; i < n; ++i)
    if (t % 2 == 0)
      for (int j = 0; j < m; ++j)
        x = x * 3 + y;
    else
      for (int j = 0; j < m; ++j)
        y = y * 5 + x;
  out[get_global_id(0)] = x + y;
}
