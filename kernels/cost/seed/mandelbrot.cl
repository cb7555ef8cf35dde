// expect: verified
//--local_size=[16,16] --num_groups=*
// runs: local [16,16]; groups [1,1] [2,1] [2,2]; crunch 0 1 5 40
// Rounds that depend on the lane and on numbers nobody knows before (mandelbrot of [MH21], its first frame).

__kernel void mandelbrot(__global uchar4 *image, int crunch)
    /*@cost sectors = 32*groups*/ /*@cost conflicts = 0*/ {
  int w = get_global_size(0), x = get_global_id(0), y = get_global_id(1), rounds = 0;
  float re = 0, im = 0, re0 = x * 0.01f - 2.0f, im0 = y * 0.02f - 1.0f;
  while (rounds < crunch && re * re + im * im < 4.0f) {
    float next = re * re - im * im + re0;
    im = 2.0f * re * im + im0;
    re = next;
    ++rounds;
  }
  image[y * w + x] = (uchar4)(rounds & 255, (rounds >> 8) & 255, 0, 255);
}
