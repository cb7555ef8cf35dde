// expect: verified
//--local_size=64 --num_groups=4
// Bounds that close in: either arm assigns two variables from each other.

__kernel void bisection(__global const float *restrict in, __global float *restrict out, int n) {
  float lo = 0, hi = 1, b = 1;
  for (int i = 0; i < n; i++) {
    if (in[i] > 0) {
      lo = b;
      b = (b + hi) * 0.5f;
    } else {
      hi = b;
      b = (b + lo) * 0.5f;
    }
  }
  out[get_global_id(0)] = b;
}
