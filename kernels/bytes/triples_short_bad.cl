// expect: race
//--local_size=8 --num_groups=1
// A short3 stored where vstore3 belongs: four elements, three apart.
__kernel void triples_short(__global short *p, __global short *r) {
  int t = get_local_id(0);
  *(__global short3 *)(p + 3 * t) = vload3(t, r); /*@race*/
}
