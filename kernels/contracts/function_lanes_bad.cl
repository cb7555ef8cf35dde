// expect: divergence
//--local_size=64 --num_groups=1
// Each component of a function's result may depend on all components of what it is given.
DECLARE_UF_UNARY(v, int4, int4);
kernel void k(global int *a, int n) {
  if (v((int4)(n, get_local_id(0), 0, 0)).x > 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = n;
}
