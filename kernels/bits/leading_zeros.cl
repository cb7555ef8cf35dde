// expect: verified
//--local_size=8 --num_groups=1
// Rows by the logarithm of the thread's number: [2^k, 2^(k+1)) begins behind the rows before.
__kernel void leading_zeros(__global int *a) {
  const uint t = get_local_id(0) + 1;
  const uint power = 1u << (31 - clz(t));
  a[power - 1 + (t & (power - 1))] = t;
}
