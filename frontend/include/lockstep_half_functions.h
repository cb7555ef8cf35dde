// lockstep_half_functions.h: the functions that half precision and bfloat16 share, by way of floats, once for each
// definition of LKS_N (the number) and LKS_N2 (the pair). Part of lockstep_half.h and lockstep_bf16.h.

#define LKS_EACH2(f) LKS_N2(f(a.x, b.x), f(a.y, b.y))
#define LKS_EACH3(f) LKS_N2(f(a.x, b.x, c.x), f(a.y, b.y, c.y))
#define LKS_SATURATED(x) __builtin_fminf(__builtin_fmaxf((x), 0.0f), 1.0f)
#define LKS_BINARY(name, expression)                                                                         \
  LKS_HD LKS_N name(LKS_N a, LKS_N b) { return LKS_N(expression); }
#define LKS_BINARY2(name, name2, expression)                                                                 \
  LKS_BINARY(name, expression)                                                                               \
  LKS_HD LKS_N2 name2(LKS_N2 a, LKS_N2 b) { return LKS_EACH2(name); }
LKS_BINARY2(__hadd_rn, __hadd2_rn, (float)a + (float)b)
LKS_BINARY2(__hsub_rn, __hsub2_rn, (float)a - (float)b)
LKS_BINARY2(__hmul_rn, __hmul2_rn, (float)a * (float)b)
LKS_BINARY2(__hadd_sat, __hadd2_sat, LKS_SATURATED((float)a + (float)b))
LKS_BINARY2(__hsub_sat, __hsub2_sat, LKS_SATURATED((float)a - (float)b))
LKS_BINARY2(__hmul_sat, __hmul2_sat, LKS_SATURATED((float)a *(float)b))
LKS_BINARY2(__hmax, __hmax2, __builtin_fmaxf((float)a, (float)b))
LKS_BINARY2(__hmin, __hmin2, __builtin_fminf((float)a, (float)b))
LKS_BINARY2(__hmax_nan, __hmax2_nan, (float)a != (float)a ? (float)a : (float)b != (float)b ? (float)b : __builtin_fmaxf((float)a, (float)b))
LKS_BINARY2(__hmin_nan, __hmin2_nan, (float)a != (float)a ? (float)a : (float)b != (float)b ? (float)b : __builtin_fminf((float)a, (float)b))
#undef LKS_BINARY
#undef LKS_BINARY2
LKS_HD LKS_N2 __h2div(LKS_N2 a, LKS_N2 b) { return LKS_EACH2(__hdiv); }
LKS_HD LKS_N __hfma(LKS_N a, LKS_N b, LKS_N c) { return LKS_N(__builtin_fmaf((float)a, (float)b, (float)c)); }
LKS_HD LKS_N __hfma_rn(LKS_N a, LKS_N b, LKS_N c) { return __hfma(a, b, c); }
LKS_HD LKS_N __hfma_sat(LKS_N a, LKS_N b, LKS_N c) { return LKS_N(LKS_SATURATED((float)__hfma(a, b, c))); }
LKS_HD LKS_N __hfma_relu(LKS_N a, LKS_N b, LKS_N c) { return LKS_N(__builtin_fmaxf((float)__hfma(a, b, c), 0.0f)); }
LKS_HD LKS_N2 __hfma2(LKS_N2 a, LKS_N2 b, LKS_N2 c) { return LKS_EACH3(__hfma); }
LKS_HD LKS_N2 __hfma2_rn(LKS_N2 a, LKS_N2 b, LKS_N2 c) { return LKS_EACH3(__hfma); }
LKS_HD LKS_N2 __hfma2_sat(LKS_N2 a, LKS_N2 b, LKS_N2 c) { return LKS_EACH3(__hfma_sat); }
LKS_HD LKS_N2 __hfma2_relu(LKS_N2 a, LKS_N2 b, LKS_N2 c) { return LKS_EACH3(__hfma_relu); }
LKS_HD LKS_N2 __hcmadd(LKS_N2 a, LKS_N2 b, LKS_N2 c) {
  const LKS_N re = __hfma(a.x, b.x, c.x), im = __hfma(a.x, b.y, c.y);
  return LKS_N2(__hfma(__hneg(a.y), b.y, re), __hfma(a.y, b.x, im));
}

// Comparisons: a condition; for pairs two numbers, two masks, or whether both hold. `u`: true if there is no order.
#define LKS_ORDER(name, op)                                                                                  \
  LKS_HD bool name##u(LKS_N a, LKS_N b) { return (float)a op (float)b || (float)a != (float)a || (float)b != (float)b; } \
  LKS_HD LKS_N2 name##2(LKS_N2 a, LKS_N2 b) { return LKS_N2(LKS_N(name(a.x, b.x) ? 1.0f : 0.0f), LKS_N(name(a.y, b.y) ? 1.0f : 0.0f)); } \
  LKS_HD LKS_N2 name##u2(LKS_N2 a, LKS_N2 b) { return LKS_N2(LKS_N(name##u(a.x, b.x) ? 1.0f : 0.0f), LKS_N(name##u(a.y, b.y) ? 1.0f : 0.0f)); } \
  LKS_HD unsigned name##2_mask(LKS_N2 a, LKS_N2 b) { return (name(a.x, b.x) ? 0xffffu : 0u) | (name(a.y, b.y) ? 0xffff0000u : 0u); } \
  LKS_HD unsigned name##u2_mask(LKS_N2 a, LKS_N2 b) { return (name##u(a.x, b.x) ? 0xffffu : 0u) | (name##u(a.y, b.y) ? 0xffff0000u : 0u); }
LKS_ORDER(__heq, ==) LKS_ORDER(__hne, !=) LKS_ORDER(__hlt, <) LKS_ORDER(__hle, <=) LKS_ORDER(__hgt, >) LKS_ORDER(__hge, >=)
#undef LKS_ORDER
#define LKS_BOTH(suffix)                                                                                     \
  LKS_HD bool __hb##suffix##2(LKS_N2 a, LKS_N2 b) { return __h##suffix(a.x, b.x) && __h##suffix(a.y, b.y); }
LKS_BOTH(eq) LKS_BOTH(ne) LKS_BOTH(lt) LKS_BOTH(le) LKS_BOTH(gt) LKS_BOTH(ge)
LKS_BOTH(equ) LKS_BOTH(neu) LKS_BOTH(ltu) LKS_BOTH(leu) LKS_BOTH(gtu) LKS_BOTH(geu)
#undef LKS_BOTH
#define LKS_BOTH(op, name)                                                                                   \
  LKS_HD bool operator op(LKS_N2 a, LKS_N2 b) { return name(a.x, b.x) && name(a.y, b.y); }
LKS_BOTH(==, __heq) LKS_BOTH(<, __hlt) LKS_BOTH(<=, __hle) LKS_BOTH(>, __hgt) LKS_BOTH(>=, __hge) LKS_BOTH(!=, __hneu)
#undef LKS_BOTH
LKS_HD bool __hisnan(LKS_N a) { return (float)a != (float)a; }
LKS_HD int __hisinf(LKS_N a) { return __builtin_isinf((float)a) ? (float)a > 0 ? 1 : -1 : 0; }
LKS_HD LKS_N2 __hisnan2(LKS_N2 a) { return LKS_N2(LKS_N(__hisnan(a.x) ? 1.0f : 0.0f), LKS_N(__hisnan(a.y) ? 1.0f : 0.0f)); }

LKS_HD LKS_N operator+(LKS_N a) { return a; }
LKS_HD LKS_N &operator++(LKS_N &a) { return a = LKS_N((float)a + 1.0f); }
LKS_HD LKS_N &operator--(LKS_N &a) { return a = LKS_N((float)a - 1.0f); }
LKS_HD LKS_N operator++(LKS_N &a, int) { const LKS_N before = a; ++a; return before; }
LKS_HD LKS_N operator--(LKS_N &a, int) { const LKS_N before = a; --a; return before; }
LKS_HD LKS_N2 operator+(LKS_N2 a) { return a; }
LKS_HD LKS_N2 operator-(LKS_N2 a) { return LKS_N2(__hneg(a.x), __hneg(a.y)); }
LKS_HD LKS_N2 &operator++(LKS_N2 &a) { ++a.x; ++a.y; return a; }
LKS_HD LKS_N2 &operator--(LKS_N2 &a) { --a.x; --a.y; return a; }
LKS_HD LKS_N2 operator++(LKS_N2 &a, int) { const LKS_N2 before = a; ++a; return before; }
LKS_HD LKS_N2 operator--(LKS_N2 &a, int) { const LKS_N2 before = a; --a; return before; }
LKS_HD LKS_N2 __hneg2(LKS_N2 a) { return LKS_N2(__hneg(a.x), __hneg(a.y)); }
LKS_HD LKS_N2 __habs2(LKS_N2 a) { return LKS_N2(__habs(a.x), __habs(a.y)); }

#define LKS_UNARY(name, expression)                                                                          \
  LKS_HD LKS_N h##name(LKS_N a) { return LKS_N(expression); }                                                \
  LKS_HD LKS_N2 h2##name(LKS_N2 a) { return LKS_N2(h##name(a.x), h##name(a.y)); }
LKS_UNARY(sqrt, __builtin_sqrtf((float)a)) LKS_UNARY(rsqrt, rsqrtf((float)a)) LKS_UNARY(rcp, 1.0f / (float)a)
LKS_UNARY(exp, __builtin_expf((float)a)) LKS_UNARY(exp2, __builtin_exp2f((float)a)) LKS_UNARY(exp10, exp10f((float)a))
LKS_UNARY(log, __builtin_logf((float)a)) LKS_UNARY(log2, __builtin_log2f((float)a)) LKS_UNARY(log10, __builtin_log10f((float)a))
LKS_UNARY(sin, __builtin_sinf((float)a)) LKS_UNARY(cos, __builtin_cosf((float)a)) LKS_UNARY(tanh, tanhf((float)a))
LKS_UNARY(tanh_approx, tanhf((float)a)) LKS_UNARY(floor, __builtin_floorf((float)a)) LKS_UNARY(ceil, __builtin_ceilf((float)a))
LKS_UNARY(trunc, __builtin_truncf((float)a)) LKS_UNARY(rint, __builtin_rintf((float)a))
#undef LKS_UNARY
LKS_HD float __low2float(LKS_N2 a) { return (float)a.x; }
LKS_HD float __high2float(LKS_N2 a) { return (float)a.y; }
LKS_HD LKS_N2 __lowhigh2highlow(LKS_N2 a) { return LKS_N2(a.y, a.x); }
#undef LKS_EACH2
#undef LKS_EACH3
#undef LKS_SATURATED
