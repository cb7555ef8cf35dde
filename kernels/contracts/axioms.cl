// expect: verified
//--local_size=64 --num_groups=4 --boogie-file=axioms.boogie
// What axioms of Boogie say of a function is known of it.
DECLARE_UF_BINARY(sum, unsigned, unsigned, unsigned);
kernel void k(global unsigned *a, unsigned x, unsigned y) {
  __requires(y < 0x7fffffc0);
  unsigned z = sum(x, y);
  __assert(z >= x & z >= y);
  __assert(sum(x, 0) == x);
  a[get_global_id(0)] = z;
}
