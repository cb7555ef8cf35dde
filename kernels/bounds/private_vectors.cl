// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// vload4 and vstore4 in a private array.

__kernel void private_vectors(__global int *out) {
  int l[8];
  vstore4((int4)(1, 2, 3, 4), 1, l);
  out[get_global_id(0)] = vload4(0, l + 4).x;
}
