// expect: error
//--local_size=64 --num_groups=1 --boogie-file=axioms_mistyped.boogie
// Axioms about another type than the function's.
DECLARE_UF_UNARY(place, unsigned, unsigned);
kernel void k(global unsigned *a) {
  a[get_local_id(0)] = place(3);
}
