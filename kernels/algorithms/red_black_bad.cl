// expect: race
//--local_size=[16,16] --num_groups=[8,8]
// With a diagonal neighbour the colours no longer separate.

__kernel void red_black(__global float *a, int colour) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && x < 127 && y > 0 && y < 127 && (x + y) % 2 == (colour & 1))
    a[y * 128 + x] = 0.5f * (a[y * 128 + x - 1] + a[(y - 1) * 128 + x + 1]); /*@race*/
}
