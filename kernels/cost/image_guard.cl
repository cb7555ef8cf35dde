// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// runs: local [16,16]; groups [1,1] [2,1] [1,3] [3,2]; w 0 1 5 8 15 16 17 23 24 25 31 32 33 40 48; h 0 1 2 15 16 17 40
// A warp reads two rows of 16: of an image narrower than 24 these may meet in a sector.

__kernel void image_guard(__global const int *a, __global int *b, int w, int h) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h)
    b[y * w + x] = a[y * w + x];
}
