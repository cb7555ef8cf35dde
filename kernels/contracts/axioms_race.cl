// expect: verified
//--local_size=64 --num_groups=1 --boogie-file=axioms_place.boogie
// Different places by a function of which axioms say what it gives.
DECLARE_UF_UNARY(place, unsigned, unsigned);
kernel void k(global unsigned char *a) {
  a[place(get_local_id(0))] = 1;
}
