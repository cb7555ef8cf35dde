// expect: verified
//--local_size=32 --num_groups=[*]
// runs: local 32; groups 1 3; n -1 0 1 2 7
// Two short loops are left in the midst of one round, if n is 0 or 1: their rounds are looked at one by one.

__kernel void few_rounds(__global volatile int *a, int n) /*@cost sectors = 4*groups*(6 - 2*[n == 1] - 3*[n == 0])*/ /*@cost divwarps = 0*/ {
  const int t = get_global_id(0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) {
      a[t] = j;
      if (i == 1 && j == n)
        return;
    }
}
