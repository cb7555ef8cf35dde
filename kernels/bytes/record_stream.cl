// expect: verified
//--local_size=8 --num_groups=1
// Five bytes of each record are copied, and no more.
typedef struct {
  int key;
  char tag;
} Record; // eight bytes, the last three of them padding

__kernel void record_stream(__global uchar *out) {
  int t = get_local_id(0);
  Record r;
  r.key = t + 1;
  r.tag = 'x';
  __builtin_memcpy(out + 5 * t, &r, 5);
}
