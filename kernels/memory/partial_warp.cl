// expect: verified
//--local_size=48 --num_groups=2
// observe nvidia out: sectors 2..4, lines 1..2, ideal 2..4
// observe mi200 out: sectors 3, lines 3
// The second warp of a block has 16 lanes; the second block starts in the middle of a line.

__kernel void partial_warp(__global int *out) {
  out[get_global_id(0)] = 1;
}
