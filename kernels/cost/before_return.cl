// expect: verified
//--local_size=64 --num_groups=1
// runs: local 64; groups 1; n 0 3 40 80
// Who returns out of a loop keeps the others from meeting behind it: lanes go on in as many parts as there are rounds.

__kernel void before_return(__global int *b, __global int *c, int n) {
  int t = get_local_id(0);
  for (int i = 0; i < n; ++i) {
    if (i == 2 * t) {
      b[t] = i;
      return;
    }
    if (i > t + 30)
      break;
  }
  c[t] = 1;
}
