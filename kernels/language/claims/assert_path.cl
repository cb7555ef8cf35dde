// expect: verified
//--local_size=64 --num_groups=4
// An assertion need hold only where it is reached.

__kernel void assert_path(__global int *out, int k) {
  const int i = get_global_id(0);
  if (k > 10 && i < k) {
    __assert(i <= k - 1);
    out[i] = 1;
  } else {
    __assert(k <= 10 || i >= 11);
    out[i] = 2;
  }
}
