// expect: race
//--local_size=8 --num_groups=2
// One of the bytes that are looked at has not been written here.
typedef struct { int key; short tag; char flags[2]; } Record;

__kernel void own_slot_read_back(__global Record *records, __global int *out) {
  const int i = get_global_id(0);
  records[i].key = 5;
  records[i].flags[1] = 3;
  __global uchar *bytes = (__global uchar *)&records[i];
  if (bytes[0] != 5 || bytes[6] != 3)
    out[0] = i; /*@race*/
}
