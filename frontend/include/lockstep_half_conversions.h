// lockstep_half_conversions.h: conversions between integers and half precision or bfloat16, once for each definition of
// LKS_N, LKS_FROM(type, rounding) and LKS_TO(type, rounding), which give names. Part of lockstep_half.h and lockstep_bf16.h.

#define LKS_INTEGERS(r, rounded)                                                                             \
  LKS_INTEGER(int, int, r, rounded) LKS_INTEGER(uint, unsigned, r, rounded) LKS_INTEGER(short, short, r, rounded) \
  LKS_INTEGER(ushort, unsigned short, r, rounded) LKS_INTEGER(ll, long long, r, rounded)                     \
  LKS_INTEGER(ull, unsigned long long, r, rounded)
#define LKS_INTEGER(name, T, r, rounded)                                                                     \
  LKS_HD T LKS_TO(name, r)(LKS_N a) { return (T)rounded((float)a); }
LKS_INTEGERS(rn, __builtin_rintf) LKS_INTEGERS(rz, __builtin_truncf) LKS_INTEGERS(rd, __builtin_floorf) LKS_INTEGERS(ru, __builtin_ceilf)
LKS_INTEGER(char, signed char, rz, __builtin_truncf) LKS_INTEGER(uchar, unsigned char, rz, __builtin_truncf)
#undef LKS_INTEGER
#define LKS_INTEGER(name, T, r, rounded)                                                                     \
  LKS_HD LKS_N LKS_FROM(name, r)(T a) { return rounded(a); }
LKS_INTEGERS(rn, LKS_N) LKS_INTEGERS(rz, LKS_ROUNDED(rz)) LKS_INTEGERS(rd, LKS_ROUNDED(rd)) LKS_INTEGERS(ru, LKS_ROUNDED(ru))
#undef LKS_INTEGER
#undef LKS_INTEGERS
LKS_HD LKS_N LKS_FROM(float, rn)(float a) { return LKS_N(a); }
LKS_HD LKS_N LKS_FROM(float, rz)(float a) { return LKS_ROUNDED(rz)(a); }
LKS_HD LKS_N LKS_FROM(float, rd)(float a) { return LKS_ROUNDED(rd)(a); }
LKS_HD LKS_N LKS_FROM(float, ru)(float a) { return LKS_ROUNDED(ru)(a); }

// Atomics on pairs are those on each of the two.
LKS_D LKS_N lks_added(LKS_N *p, LKS_N v) { return __builtin_bit_cast(LKS_N, LKS_ATOMIC_ADD(p, v)); }
LKS_D LKS_N atomicAdd(LKS_N *p, LKS_N v) { return lks_added(p, v); }
LKS_D LKS_N atomicAdd_system(LKS_N *p, LKS_N v) { return lks_added(p, v); }
LKS_D LKS_N2 atomicAdd(LKS_N2 *p, LKS_N2 v) { const LKS_N x = lks_added(&p->x, v.x); return LKS_N2(x, lks_added(&p->y, v.y)); }
LKS_D LKS_N2 atomicAdd_system(LKS_N2 *p, LKS_N2 v) { return atomicAdd(p, v); }
LKS_D LKS_N2 unsafeAtomicAdd(LKS_N2 *p, LKS_N2 v) { return atomicAdd(p, v); }
