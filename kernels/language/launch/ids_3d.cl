// expect: verified
//--local_size=[8,4,2] --num_groups=[2,3,4]
// Three dimensions: 16 x 12 x 8 threads.

__kernel void ids_3d(__global int *a) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  a[(z * 12 + y) * 16 + x] = x + y + z;
}
