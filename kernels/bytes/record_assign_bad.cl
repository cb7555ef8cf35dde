// expect: race
//--local_size=8 --num_groups=1
// The assignment writes the padding at the record's end.
typedef struct {
  int key;
  char tag;
} Record; // eight bytes, the last three of them padding

__kernel void record_assign(__global uchar *out) {
  int t = get_local_id(0);
  Record r;
  r.key = t + 1;
  r.tag = 'x';
  *(__global Record *)(out + 5 * t) = r; /*@race*/
}
