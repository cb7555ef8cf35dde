// expect: assertion
//--local_size=64 --num_groups=4
// The negation of a conjunction is no conjunction of negations.

__kernel void assert_path(__global int *out, int k) {
  const int i = get_global_id(0);
  if (k > 10 && i < k) {
    out[i] = 1;
  } else {
    __assert(k <= 10 && i >= k); /*@assert*/
    out[i] = 2;
  }
}
