//--local_size=256 --num_groups=64
// A number that is aligned to bytes is four requests of one byte each: 160 bytes of a warp, stride 5.
typedef struct __attribute__((packed)) {
  char tag;
  int number;
} Record;

__kernel void records(__global Record *a) {
  int t = get_global_id(0);
  a[t].number = t; /*@sectors 5*/
}
