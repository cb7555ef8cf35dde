// expect: unsupported
//--local_size=64 --num_groups=4
// Two functions that call each other.
int odd_steps(__global const int *in, int n);
int even_steps(__global const int *in, int n) { return n <= 0 ? 0 : in[n] - 2 * odd_steps(in, in[n]); }
int odd_steps(__global const int *in, int n) { return n <= 1 ? 1 : in[n] * even_steps(in, n - 1) + 5; }

__kernel void mutual_recursion(__global const int *in, __global int *out) {
  const int i = get_global_id(0);
  out[i] = even_steps(in, i); /*@unsupported*/
}
