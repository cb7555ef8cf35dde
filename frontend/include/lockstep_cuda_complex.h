// lockstep_cuda_complex.h: complex numbers, served as <cuComplex.h>.
#pragma once

typedef float2 cuFloatComplex, cuComplex;
typedef double2 cuDoubleComplex;
#define LKS_COMPLEX(T, R, f, D)                                                                              \
  LKS_HD T make_cu##D##Complex(R x, R y) { return {x, y}; }                                                  \
  LKS_HD R cuCreal##f(T a) { return a.x; }                                                                   \
  LKS_HD R cuCimag##f(T a) { return a.y; }                                                                   \
  LKS_HD T cuConj##f(T a) { return {a.x, -a.y}; }                                                            \
  LKS_HD T cuCadd##f(T a, T b) { return {a.x + b.x, a.y + b.y}; }                                            \
  LKS_HD T cuCsub##f(T a, T b) { return {a.x - b.x, a.y - b.y}; }                                            \
  LKS_HD T cuCmul##f(T a, T b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }                    \
  LKS_HD T cuCfma##f(T a, T b, T c) { return {a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y}; }   \
  LKS_HD T cuCdiv##f(T a, T b) {                                                                             \
    const R n = b.x * b.x + b.y * b.y;                                                                       \
    return {(a.x * b.x + a.y * b.y) / n, (a.y * b.x - a.x * b.y) / n};                                       \
  }
LKS_COMPLEX(cuFloatComplex, float, f, Float)
LKS_COMPLEX(cuDoubleComplex, double, , Double)
#undef LKS_COMPLEX
LKS_HD cuComplex make_cuComplex(float x, float y) { return {x, y}; }
LKS_HD float cuCabsf(cuFloatComplex a) { return __builtin_sqrtf(a.x * a.x + a.y * a.y); }
LKS_HD double cuCabs(cuDoubleComplex a) { return __builtin_sqrt(a.x * a.x + a.y * a.y); }
LKS_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return {(float)a.x, (float)a.y}; }
LKS_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }
