// expect: unknown
//--local_size=64 --num_groups=4 --boogie-file=axioms.boogie
// Twin: they say nothing of the order of the parts.
DECLARE_UF_BINARY(sum, unsigned, unsigned, unsigned);
kernel void k(global unsigned *a, unsigned x, unsigned y) {
  unsigned z = sum(x, y);
  __assert(z <= x);
  a[get_global_id(0)] = z;
}
