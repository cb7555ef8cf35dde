// expect: race
//--local_size=[16,16] --num_groups=[8,8]
// The step in place.

__kernel void jacobi(__global float *a) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && x < 127 && y > 0 && y < 127)
    a[y * 128 + x] = 0.5f * (a[y * 128 + x - 1] + a[y * 128 + x + 1]); /*@race*/
}
