// expect: race
//--local_size=64 --num_groups=1
// Their remainders do not.

__kernel void squares(__global int *a) {
  const int lid = get_local_id(0);
  a[lid * lid % 67] = lid; /*@race*/
}
