// expect: race
// Who joins a thread sees what it has written.
#include <pthread.h>
__global__ void up(float *d, int, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int g;
void run(float *d, pthread_t other) { up<<<g / 256, 256>>>(d, pthread_join(other, nullptr), g); }
