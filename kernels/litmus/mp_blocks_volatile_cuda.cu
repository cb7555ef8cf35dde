// expect: race
//--blockDim=1 --gridDim=2
// Message passing between blocks through volatile cells, in CUDA C++: each thread's accesses to them are in the order of
// issue (docs/semantics.md). That is the model's promise, not one of the language: a race to the verifier.
// run: --local-size 1 --num-groups 2 --warp-size 1 --arg data=zero:1 --arg flag=zero:1 --arg r1=zero:1 --arg r2=zero:1
// allowed: r1=0, r2=0
// allowed: r1=0, r2=1
// forbidden: r1=1, r2=0
// allowed: r1=1, r2=1
__global__ void mp(volatile int *data, volatile int *flag, int *r1, int *r2) {
  if (blockIdx.x == 0) {
    data[0] = 1;
    flag[0] = 1;
  } else {
    r1[0] = flag[0];
    r2[0] = data[0];
  }
}
