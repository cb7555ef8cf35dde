// expect: verified
//--local_size=64 --num_groups=16
// Branches with hard conditions that lead to the same place and change nothing an index depends on.
__kernel void steps(__global int *restrict a, __global const int *restrict in) {
  const int i = get_global_id(0);
  int s = i, x = 1;
  s += in[i] * in[i + 1];
  if (s * s > x * in[i + 2]) s -= x;
  x = x * 31 + s;
  switch (x % 3) {
  case 0: s += 7; break;
  case 1: s *= x; break;
  default:
    if (s * x == 12345) x = s;
  }
  a[i] = s + x;
}
