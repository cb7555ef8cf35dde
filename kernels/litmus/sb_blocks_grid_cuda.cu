// expect: race
//--blockDim=1 --gridDim=2
// Store buffering between blocks, in CUDA C++, with fences of the device.
// run: --local-size 1 --num-groups 2 --warp-size 1 --arg x=zero:1 --arg y=zero:1 --arg r1=zero:1 --arg r2=zero:1
// allowed: r1=0, r2=1
// allowed: r1=1, r2=0
// allowed: r1=1, r2=1
// forbidden: r1=0, r2=0
__global__ void sb(int *x, int *y, int *r1, int *r2) {
  if (blockIdx.x == 0) {
    x[0] = 1;
    __threadfence();
    r1[0] = y[0];
  } else {
    y[0] = 1;
    __threadfence();
    r2[0] = x[0];
  }
}
