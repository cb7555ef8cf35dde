// expect uses: error
// expect type: error
// expect text: error
// expect own: verified
// expect own_bad: race
//--local_size=64 --num_groups=4
// The same in OpenCL C.
#include "nowhere.h"

int broken(int x) {
  return x + nothing;
}

kernel void uses(global int *a) {
  a[get_global_id(0)] = broken(1);
}

kernel void type(global unknown_type *a) {
  a[get_global_id(0)] = 1;
}

kernel void text(global int *a) {
  a[get_global_id(0)] = 2 + ;
}

kernel void own(global int *a) {
  a[get_global_id(0)] = 1;
}

kernel void own_bad(global int *a) {
  a[get_local_id(0)] = get_group_id(0);
}
