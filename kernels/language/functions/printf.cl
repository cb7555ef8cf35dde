// expect: verified
//--local_size=64 --num_groups=4
// printf touches no memory of the kernel.

__kernel void print(__global int *a) {
  const int i = get_global_id(0);
  if (a[i] < 0)
    printf("negative: %d at %d\n", a[i], i);
  a[i] = 0;
}
