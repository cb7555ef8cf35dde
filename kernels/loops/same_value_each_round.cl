// expect: verified
//--local_size=64 --num_groups=64
// All threads of a group write one value to one cell, in every round of a loop.
kernel void same_value_each_round(local int *a, int start, int end, int n) {
  for (int i = start; i < end; ++i)
    a[0] = n;
}
