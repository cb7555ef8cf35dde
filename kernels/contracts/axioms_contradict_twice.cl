// expect: error
//--local_size=64 --num_groups=1 --boogie-file=axioms_contradict_twice.boogie
// No function has two values, wherever the kernel calls it.
DECLARE_UF_UNARY(place, unsigned, unsigned);
kernel void k(global unsigned *a) {
  a[place(get_local_id(0))] = get_local_id(0);
}
