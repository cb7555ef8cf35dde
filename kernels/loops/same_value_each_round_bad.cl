// expect: race
//--local_size=64 --num_groups=64
// The twin of same_value_each_round.cl: each round has another value, and threads may be in different rounds.
kernel void same_value_each_round(local int *a, int start, int end, int n) {
  for (int i = start; i < end; ++i)
    a[0] = n + i;
}
