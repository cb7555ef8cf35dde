// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2; n -3..5 30..34
// Nobody passes a guard at or below zero.

__kernel void guard_below_zero(__global int *b, int n) /*@cost sectors = ceil(clamp(n, 0, threads)/8)*/ /*@cost divwarps = [n > 0]*[n < threads]*[n % 32 != 0]*/ {
  int i = get_global_id(0);
  if (i < n)
    b[i] = 1;
}
