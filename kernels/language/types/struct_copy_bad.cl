// expect: race
//--local_size=64 --num_groups=4
// Reversing records in place.
struct Record {
  int key;
  float payload[5];
};

__kernel void struct_copy(__global struct Record *records) {
  const int i = get_global_id(0);
  const int n = get_global_size(0);
  records[i] = records[n - 1 - i]; /*@race*/
}
