// expect: error
//--local_size=64 --num_groups=1 --boogie-file=axioms_contradict.boogie
// Axioms that nothing satisfies prove nothing.
DECLARE_UF_UNARY(place, unsigned, unsigned);
kernel void k(global unsigned *a) {
  __assert(get_local_id(0) == place(3));
  a[0] = get_local_id(0);
}
