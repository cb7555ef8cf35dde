// expect: verified
//--local_size=2 --num_groups=32
// A class template, a base class and a function that takes a reference.

template <class T> struct Row {
  T low : 4, middle : 12, high : 8;
  __device__ void set(T v) { high = v; }
};
struct Item : Row<unsigned> {
  int n;
};

__global__ void bitfield_row_template(Item *items) {
  Item &mine = items[blockIdx.x * 2 + threadIdx.x];
  mine.low = 1;
  mine.set(2);
}
