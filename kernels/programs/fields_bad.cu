// expect: race
// The width is set again behind the number of blocks.
struct Size {
  int width, height;
};
__global__ void invert(unsigned char *image, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  image[y * width + x] = 255 - image[y * width + x]; /*@race*/
}
int ask();
void all(unsigned char *d) {
  Size size = {640, ask()};
  dim3 threads(16, 16), blocks(size.width / 16, size.height / 16);
  size.width = 320;
  invert<<<blocks, threads>>>(d, size.width);
}
