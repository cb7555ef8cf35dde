// expect: verified
//--local_size=64 --num_groups=1 --boogie-file=axioms_defined.boogie
// What the file says that the function is: an assumption that the result lists.
DECLARE_UF_UNARY(place, unsigned, unsigned);
kernel void k(global uchar *a) {
  a[place(get_local_id(0))] = get_local_id(0);
}
