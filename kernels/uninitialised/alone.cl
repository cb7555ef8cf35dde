// expect: verified
//--local_size=1 --num_groups=1
// What the only thread has written stays there.

kernel void k(global int *o) {
  local int x[2];
  for (int i = 0; i < 2; i++)
    x[i] = o[i];
  const int n = o[2] & 1, a = x[n], b = x[n];
  __assert(a == b);
}
