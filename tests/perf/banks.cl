//--local_size=256 --num_groups=4
// Group memory: how many threads meet at one bank at a time.
__kernel void banks(int n) {
  int t = get_local_id(0);
  __local float l[256 * 33];
  __local char c[256 * 32];
  __local short s[256 * 16];
  __local double d[512];
  __local float4 v[512];
  __local struct { float x, y; } two[256];
  __local struct { float x, y, z; } three[256];
  __local struct { float x, y, z, w; } four[256];
  l[t] = 1; /*@banks 1*/
  l[3 * t] = 1; /*@banks 1*/
  l[33 * t] = 1; /*@banks 1*/
  l[0] = 1; /*@banks 1*/
  l[t / 2] = 1; /*@banks 1*/
  l[2 * t] = 1; /*@banks 2*/
  l[6 * t] = 1; /*@banks 2*/
  l[4 * t] = 1; /*@banks 4*/
  l[8 * t] = 1; /*@banks 8*/
  l[16 * t] = 1; /*@banks 16*/
  l[32 * t] = 1; /*@banks 32*/
  l[t * t & 255] = 1; /*@banks 8*/
  l[t + n] = 1; /*@banks 1*/
  c[8 * t] = 1; /*@banks 2*/
  c[32 * t] = 1; /*@banks 8*/
  s[16 * t] = 1; /*@banks 8*/
  two[t].x = 1; /*@banks 2*/
  three[t].x = 1; /*@banks 1*/
  four[t].x = 1; /*@banks 4*/
  d[t] = 1; /*@wavefronts 2*/
  d[2 * t] = 1; /*@wavefronts 4*/
  v[t] = 1; /*@wavefronts 4*/
  v[2 * t] = 1; /*@wavefronts 8*/
  for (int q = 1; q < 256; q *= 2)
    if (2 * q * t < 256)
      l[2 * q * t] = 1; /*@banks 1..8*/
}
