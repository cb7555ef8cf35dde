// expect: error
//--local_size=64 --num_groups=1 --boogie-file=axioms_contradict_themselves.boogie
// That x and y differ was forgotten, so that the axiom contradicts itself: it does not prove that places differ.
DECLARE_UF_UNARY(place, unsigned, unsigned);
kernel void k(global unsigned *a) {
  a[place(get_local_id(0))] = get_local_id(0);
}
