// expect: verified
//--local_size=32 --num_groups=1
// Objects and arrays by new; the one refers to the other. delete calls the destructor first.

struct Row {
  int *cells, size;
  __device__ Row(int n) : cells(new int[n]), size(n) {}
  __device__ ~Row() { delete[] cells; }
};

__global__ void objects(int *p) {
  const int i = threadIdx.x;
  Row *row = new Row(4);
  row->cells[2] = i;
  p[row->cells[2]] = row->size;
  delete row;
}
