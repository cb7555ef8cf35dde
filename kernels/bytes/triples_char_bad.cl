// expect: race
//--local_size=8 --num_groups=1
// A char3 stored where vstore3 belongs: four elements, three apart.
__kernel void triples_char(__global char *p, __global char *r) {
  int t = get_local_id(0);
  *(__global char3 *)(p + 3 * t) = vload3(t, r); /*@race*/
}
