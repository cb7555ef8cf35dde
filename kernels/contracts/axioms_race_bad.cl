// expect: unknown
//--local_size=64 --num_groups=1 --boogie-file=axioms_place.boogie
// Twin: two threads have one place.
DECLARE_UF_UNARY(place, unsigned, unsigned);
kernel void k(global unsigned char *a) {
  a[place(get_local_id(0) / 2)] = get_local_id(0);
}
