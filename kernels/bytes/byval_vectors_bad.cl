// expect: race
//--local_size=8 --num_groups=1
// The fourth component of the wider vector is the host's.
typedef struct {
  union {
    float3 v;
    float4 w;
    uint b[4];
  } u;
  char tag;
} Tagged;

__kernel void byval_vectors(Tagged s, __global int *o) {
  if (s.u.b[3] == 5)
    o[0] = get_local_id(0); /*@race*/
}
