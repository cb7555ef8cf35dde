// expect: verified
//--local_size=64 --num_groups=1
// runs: local 64; groups 1; n -5 0 1 63 64 65 200 640; in=zero:640 in=iota:640 in=steps:1:3:640
// The data choose the step, so no formula says how often: a potential of the lane that starts first does, from above.

__kernel void two_steps(__global const int *in, __global int *a, int n) /*@cost barriers = 0*/ {
  const int t = get_local_id(0);
  int i = t;
  while (i < n) {
    if (in[i] > 0) {
      i += 64;
      continue;
    }
    a[i] = t;
    i += 192;
  }
}
