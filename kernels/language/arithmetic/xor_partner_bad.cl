// expect: race
//--local_size=64 --num_groups=4
// In place, partners read and write each other's elements.

__kernel void xor_partner(__global int *a) {
  const int i = get_global_id(0);
  a[i] = a[i ^ 1]; /*@race*/
}
