// expect: verified
// A pointer to a class is converted to a pointer to its second base: null would stay null, but nobody says it is.

struct Number {
  int x;
};
struct Tag {
  short s;
};
struct Item : Number, Tag {};

__global__ void class_cast(Item *items) {
  Tag *tag = &items[threadIdx.x / 2];
  if (threadIdx.x % 2)
    tag->s = threadIdx.x;
  else
    ((short *)&items[threadIdx.x / 2])[1] = 9;
}
