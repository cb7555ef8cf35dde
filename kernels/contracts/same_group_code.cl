// expect: unsupported
//--local_size=64 --num_groups=4
// It says something in annotations only.
kernel void k(global int *a) {
  if (__same_group)
    barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
