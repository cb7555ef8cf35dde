// expect: verified
//--local_size=8 --num_groups=2
// A thread fills its own record in global memory and looks at it through another view: nobody else writes it in between.
typedef struct { int key; short tag; char flags[2]; } Record;

__kernel void own_slot_read_back(__global Record *records, __global int *out) {
  const int i = get_global_id(0);
  records[i].key = 5;
  records[i].flags[1] = 3;
  __global uchar *bytes = (__global uchar *)&records[i];
  if (bytes[0] != 5 || bytes[7] != 3)
    out[0] = i;
  if (((__global ushort *)&records[i])[0] != 5)
    out[1] = i;
}
