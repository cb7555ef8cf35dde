// expect: race
//--local_size=32 --num_groups=1
// Two threads have the same place.

struct Row {
  int *cells, size;
  __device__ Row(int n) : cells(new int[n]), size(n) {}
  __device__ ~Row() { delete[] cells; }
};

__global__ void objects(int *p) {
  const int i = threadIdx.x;
  Row *row = new Row(4);
  row->cells[2] = i / 2;
  p[row->cells[2]] = i; /*@race*/
  delete row;
}
