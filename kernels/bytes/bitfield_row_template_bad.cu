// expect: race
//--local_size=2 --num_groups=32
// A class template, a base class and a function that takes a reference: two threads, one row.

template <class T> struct Row {
  T low : 4, middle : 12, high : 8;
  __device__ void set(T v) {
    high = v; /*@race*/
  }
};
struct Item : Row<unsigned> {
  int n;
};

__global__ void bitfield_row_template(Item *items) {
  Item &ours = items[blockIdx.x];
  if (threadIdx.x == 0)
    ours.low = 1; /*@race*/
  else
    ours.set(2);
}
