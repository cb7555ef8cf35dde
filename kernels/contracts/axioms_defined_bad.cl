// expect: unknown
//--local_size=64 --num_groups=1 --boogie-file=axioms_defined_bad.boogie
// All threads write one cell, as the file defines the function: with axioms nothing is refuted.
DECLARE_UF_UNARY(place, unsigned, unsigned);
kernel void k(global uchar *a) {
  a[place(get_local_id(0))] = get_local_id(0);
}
