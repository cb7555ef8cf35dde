// expect: verified
//--local_size=8 --num_groups=1
// vload3 and vstore3 touch three elements; a short3 in memory has four.
__kernel void triples_short(__global short *p, __global short3 *q, __global short *r) {
  int t = get_local_id(0);
  vstore3(vload3(t, r), t, p);
  q[8] = (short)1;
  q[t] = vload3(t, r);
}
