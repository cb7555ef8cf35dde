// expect: race
//--local_size=8 --num_groups=1
// A double3 stored where vstore3 belongs: four elements, three apart.
__kernel void triples_double(__global double *p, __global double *r) {
  int t = get_local_id(0);
  *(__global double3 *)(p + 3 * t) = vload3(t, r); /*@race*/
}
