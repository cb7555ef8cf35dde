// expect: race
//--local_size=64 --num_groups=1

__kernel void same(__global int *a) {
  const int lid = get_local_id(0);
  a[0] = 0; /*@race*/
  if (lid == 1)
    a[lid - 1] = lid; /*@race*/
}
