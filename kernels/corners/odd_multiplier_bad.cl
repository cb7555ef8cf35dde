// expect: race
//--local_size=64 --num_groups=1
// An even number does not.

__kernel void odd_multiplier(__global int *a) {
  const uint lid = get_local_id(0);
  a[lid * 6 % 64] = lid; /*@race*/
}
