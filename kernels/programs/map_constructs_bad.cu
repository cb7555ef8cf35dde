// expect: race
// An element that is not there yet is constructed, by the program's code.
#include <map>
__global__ void up(float *d, int, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int g;
struct Item {
  int x;
  Item() {
    g -= 5;
    x = 0;
  }
};
std::map<int, Item> items;
void run(float *d) { up<<<g / 256, 256>>>(d, items[5].x, g); }
