// expect: verified
//--local_size=8 --num_groups=1
// Copies of a by-value parameter hold its bytes, those behind the tag too.
typedef struct {
  union {
    float3 v;
    float4 w;
    uint b[4];
  } u;
  char tag;
} Tagged;

__kernel void byval_vectors(Tagged s, __global int *o) {
  int t = get_local_id(0);
  Tagged r = s;
  o[t] = s.u.b[3];
  if (r.u.b[3] != s.u.b[3] || ((uchar *)&r)[17] != ((uchar *)&s)[17])
    o[0] = t;
}
