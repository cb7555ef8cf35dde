// expect: race
//--local_size=8 --num_groups=1
// The word's second byte has not been written, and is read twice.
typedef union {
  uint word;
  uchar byte[4];
} Word;

__kernel void two_reads(__global int *out) {
  Word w;
  w.byte[0] = 1;
  w.byte[3] = 2;
  if ((w.word >> 8 & 255) != w.byte[1])
    out[0] = get_local_id(0); /*@race*/
}
