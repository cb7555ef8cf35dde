// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16 (map=iota:256)
// Read where the thread says.

__kernel void shape_map(__global int *out, __global const int *map) {
  out[get_global_id(0)] = map[255 - get_global_id(0)];
}
