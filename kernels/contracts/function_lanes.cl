// expect: verified
//--local_size=64 --num_groups=1
// A function of vectors has equal results for equal arguments.
DECLARE_UF_UNARY(v, int4, int4);
kernel void k(global int *a, int n) {
  if (v((int4)(n, 1, 2, 3)).x > 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = v((int4)(n)).y;
}
