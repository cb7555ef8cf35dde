// expect: verified
//--local_size=8 --num_groups=1
// A structure that a function returns keeps its members.
struct Item {
  char c;
  int i;
};

__device__ Item make(int t) {
  Item s;
  s.c = 1;
  s.i = t;
  return s;
}

__global__ void returned_struct(Item *p, int *o) {
  int t = threadIdx.x;
  p[t] = make(t);
  Item x = make(3);
  o[x.i == 3 && x.c == 1 ? t : 0] = t;
}
