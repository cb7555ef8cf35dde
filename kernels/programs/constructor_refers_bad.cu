// expect: race
// A member that refers to a parameter of the constructor, and changes it.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
struct Launcher {
  int &size;
  Launcher(float *d, int n) : size(n) {
    dim3 blocks(n / 256);
    size = 256;
    up<<<blocks, 256>>>(d, n);
  }
};
void run(float *d, int n) { Launcher now(d, n); }
