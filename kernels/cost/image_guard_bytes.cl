// expect: verified
//--local_size=[8,8] --num_groups=[*,*]
// runs: local [8,8]; groups [1,1] [2,1] [1,3] [3,2]; w 0 1 5 8 9 15 16 17 31 32 33 39 40 41; h 0 1 2 3 7 8 9 20
// Four rows of 8 bytes, and a pitch of its own for each array.

__kernel void image_guard_bytes(__global const uchar4 *a, __global uchar *b, int w, int h) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h)
    b[y * w + x] = a[y * (w + 3) + x].y;
}
