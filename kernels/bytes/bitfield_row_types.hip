// expect: verified
//--local_size=2 --num_groups=32
// Bit-fields of truth values and enumerations: a place of its own for each thread.

#include <hip/hip_runtime.h>

enum Colour : unsigned char { red, green, blue };
struct Pixel {
  bool on : 1;
  Colour colour : 7;
  bool off : 8;
};

__global__ void bitfield_row_types(Pixel *p) {
  Pixel &mine = p[blockIdx.x * 2 + threadIdx.x];
  mine.on = true;
  mine.off = false;
}
