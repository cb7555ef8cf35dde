// expect: verified
//--local_size=64 --num_groups=1
// All threads store the same computed value in the same place.

__kernel void benign(__global int *out, int n) {
  int sum = 0;
  for (int j = 0; j < n; ++j)
    sum += j * j;
  out[7] = sum;
}
