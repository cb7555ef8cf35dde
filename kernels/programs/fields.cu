// expect: verified
// Sizes in a structure that is passed on; the rows of an image that is a multiple of the block.
struct Size {
  int width, height;
};
__global__ void invert(unsigned char *image, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  image[y * width + x] = 255 - image[y * width + x];
}
static void run(unsigned char *d, Size size) {
  dim3 threads(16, 16), blocks(size.width / 16, size.height / 16);
  invert<<<blocks, threads>>>(d, size.width);
}
int ask();
void all(unsigned char *d) {
  Size size;
  size.width = 640;
  size.height = ask();
  run(d, size);
}
