// expect: verified
//--local_size=8 --num_groups=1
// vload3 and vstore3 touch three elements; a char3 in memory has four.
__kernel void triples_char(__global char *p, __global char3 *q, __global char *r) {
  int t = get_local_id(0);
  vstore3(vload3(t, r), t, p);
  q[8] = (char)1;
  q[t] = vload3(t, r);
}
