// expect: race
//--local_size=64 --num_groups=8
// The second barrier is missing: a later instruction changes the register that the neighbour reads.

__kernel void byte_code(__global const uchar *code, __global int *out, int length) {
  __local int reg[4][64];
  const int lid = get_local_id(0);
  for (int r = 0; r < 4; ++r)
    reg[r][lid] = lid;
  for (int pc = 0; pc < length; ++pc) {
    const uchar op = code[pc];
    switch (op & 7) {
    case 0:
      reg[0][lid] += reg[1][lid];
      break;
    case 1:
      reg[1][lid] = -reg[1][lid];
      // falls through
    case 2:
      reg[2][lid] ^= pc;
      break;
    case 3:
      barrier(CLK_LOCAL_MEM_FENCE);
      reg[3][lid] = reg[0][lid ^ 1]; /*@race*/
      break;
    case 4:
      if (op >> 3)
        continue;
      reg[0][lid]++;
      break;
    case 7:
      goto done;
    default:
      reg[op >> 6][lid] = op;
    }
  }
done:
  out[get_global_id(0)] = reg[0][lid] + reg[3][lid];
}
