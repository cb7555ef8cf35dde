// expect: bounds
// The kernel itself makes a pointer null that is converted to a pointer to a base.

struct Number {
  int x;
};
struct Tag {
  short s;
};
struct Item : Number, Tag {};

__global__ void class_cast(Item *items, int n) {
  Item *item = threadIdx.x < n ? &items[threadIdx.x] : nullptr;
  Tag *tag = item;
  tag->s = threadIdx.x; /*@assert*/
}
