// expect: race
//--local_size=2 --num_groups=32
// Bit-fields of truth values and enumerations, in bytes of their own and yet one place.

#include <hip/hip_runtime.h>

enum Colour : unsigned char { red, green, blue };
struct Pixel {
  bool on : 1;
  Colour colour : 7;
  bool off : 8;
};

__global__ void bitfield_row_types(Pixel *p) {
  Pixel &ours = p[blockIdx.x];
  if (threadIdx.x == 0)
    ours.on = true; /*@race*/
  else
    ours.off = false; /*@race*/
}
