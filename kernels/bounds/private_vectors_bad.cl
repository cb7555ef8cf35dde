// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// vstore4 at the end of a private array.

__kernel void private_vectors(__global int *out) {
  int l[7];
  vstore4((int4)(1, 2, 3, 4), 1, l);
  out[get_global_id(0)] = vload3(0, l + 4).x;
}
