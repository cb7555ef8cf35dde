// expect: verified
//--local_size=64 --num_groups=1
// Multiplication by an odd number permutes the remainders of 64.

__kernel void odd_multiplier(__global int *a) {
  const uint lid = get_local_id(0);
  a[lid * 5 % 64] = lid;
}
