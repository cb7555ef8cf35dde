// expect: verified
//--block_dim=1 --grid_dim=1
// runs: local 1; groups 1; h 0 1 2 3 4 10 50
// The equality never comes true where it is already behind the start: the loop's other test ends it.

__global__ void equality_behind(int *a, int h) {
  for (int i = 0; i < h; ++i) {
    if (h + i == 3)
      break;
    a[i] = 1;
  }
}
