// expect: race
// A pointer to a class is converted to a pointer to its second base, which lies behind the first.

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
    tag->s = threadIdx.x; /*@race*/
  else
    ((short *)&items[threadIdx.x / 2])[2] = 9; /*@race*/
}
