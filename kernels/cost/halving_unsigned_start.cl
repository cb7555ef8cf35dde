// expect: verified
//--local_size=32 --num_groups=1
// runs: local 32; groups 1; h 0 1 2 3000000000 2147483647 2147483648 4294967295
// A parameter without a sign in a variable with one: large numbers are negative.

__kernel void halving_unsigned_start(__global int *a, unsigned h) {
  int n = h;
  for (int i = n; i > 0; i >>= 1)
    a[get_local_id(0)] = 1;
}
