// expect: verified
//--local_size=64 --num_groups=4
// Atomics from all groups on one place, plain accesses elsewhere.

__kernel void atomic_groups(volatile __global int *a) {
  const int i = get_global_id(0);
  atomic_add(&a[0], i);
  a[i + 1] = i;
}
