// lockstep_cuda_types.h: CUDA's vector types, make_* and dim3. Part of lockstep_cuda.h.
#pragma once

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

// Alignments are CUDA's: a power of two of members is aligned as a whole, up to 16 bytes.
#define LKS_VECTOR(name, type, align2, align4)                                                               \
  struct name##1 { type x; };                                                                                \
  struct __align__(align2) name##2 { type x, y; };                                                           \
  struct name##3 { type x, y, z; };                                                                          \
  struct __align__(align4) name##4 { type x, y, z, w; };                                                     \
  LKS_HD name##1 make_##name##1(type x) { return {x}; }                                                      \
  LKS_HD name##2 make_##name##2(type x, type y) { return {x, y}; }                                           \
  LKS_HD name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }                                \
  LKS_HD name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
LKS_VECTOR(char, signed char, 2, 4)
LKS_VECTOR(uchar, unsigned char, 2, 4)
LKS_VECTOR(short, short, 4, 8)
LKS_VECTOR(ushort, unsigned short, 4, 8)
LKS_VECTOR(int, int, 8, 16)
LKS_VECTOR(uint, unsigned, 8, 16)
LKS_VECTOR(long, long, 16, 16)
LKS_VECTOR(ulong, unsigned long, 16, 16)
LKS_VECTOR(longlong, long long, 16, 16)
LKS_VECTOR(ulonglong, unsigned long long, 16, 16)
LKS_VECTOR(float, float, 8, 16)
LKS_VECTOR(double, double, 16, 16)
#undef LKS_VECTOR

struct dim3 {
  unsigned x, y, z;
  LKS_MEMBER constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  LKS_MEMBER constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  LKS_MEMBER constexpr operator uint3() const { return {x, y, z}; }
};
