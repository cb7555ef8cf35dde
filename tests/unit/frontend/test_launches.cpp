// Launches in host code: what is known of them where they stand.
#include "tests/unit/frontend/compile_fixture.h"

namespace lockstep::frontend::test_launches {
namespace {

struct Sites {
  std::vector<LaunchSite> all;
  std::string errors;
  std::string text() const {
    std::string out = errors;
    for (const LaunchSite &s : all)
      out += (out.empty() ? "" : "; ") + print(s);
    return out;
  }
  std::size_t unreached() const { return all.empty() ? 0 : all[0].unreached.size(); }
};

// Of `__global__ void k(int n, int m)`.
Sites sites(const std::string &host) {
  Sites out;
  const std::string kernel = "__global__ void k(int n, int m) {}\nint ask(); void tell(int);\n";
  CompiledText c = compile_text("a.cu", kernel + host);
  out.errors = c.module ? "" : messages(c.diags);
  if (c.module)
    for (const KernelName &name : kernels(*c.module))
      if (name.name == "k")
        out.all = launches(*c.module, name);
  return out;
}
// With `body` around a launch: `launch;` there is `k<<<4, 64>>>(n, m)`.
std::string known(const std::string &body) {
  return sites("#define launch k<<<4, 64>>>(n, m)\nvoid run(int n, int m) { " + body + " }").text();
}

TEST(Launches, ConditionsAroundALaunchHold) {
  EXPECT_EQ(known("launch;"), "");
  EXPECT_EQ(known("if (n > 0) launch;"), "n > 0");
  EXPECT_EQ(known("if (n > 0) {} else launch;"), "n <= 0");
  EXPECT_EQ(known("if (n > 0 && m % 4 == 0) launch;"), "n > 0, m % 4 == 0");
  EXPECT_EQ(known("if (n > 0 || m % 4 == 0) launch;"), "(n > 0 || m % 4 == 0)");
  EXPECT_EQ(known("if (!(n > 0 || m)) launch;"), "m == 0, n <= 0");
  EXPECT_EQ(known("if (n > 0 && m > 0) {} else launch;"), "(n <= 0 || m <= 0)");
  EXPECT_EQ(known("while (n > m) launch;"), "m < n");
  EXPECT_EQ(known("n > 3 ? launch : tell(1);"), "n > 3");
  EXPECT_EQ(known("n > 3 ? tell(1) : launch;"), "n <= 3");
  EXPECT_EQ(known("n > 3 && (launch, true);"), "n > 3");
  EXPECT_EQ(known("n > 3 || (launch, true);"), "n <= 3");
  EXPECT_EQ(known("if (bool fits = n < 5) launch;"), "n < 5");
  EXPECT_EQ(known("const bool fits = n < 5 && m; if (!fits) return; launch;"), "n < 5, m != 0");
}

TEST(Launches, StatementsThatLeaveSayTheOpposite) {
  EXPECT_EQ(known("if (n <= 0) return; launch;"), "n > 0");
  EXPECT_EQ(known("if (n <= 0) { tell(n); exit(1); } launch;"), "n > 0");
  EXPECT_EQ(known("if (n <= 0) abort(); else tell(n); launch;"), "n > 0");
  EXPECT_EQ(known("if (n > 0) tell(n); else throw 1; launch;"), "n > 0");
  EXPECT_EQ(known("assert(n > 0 && m > 1); launch;"), "n > 0, m > 1");
  EXPECT_EQ(known("for (;;) { if (n < 7) continue; if (m < 8) break; launch; }"), "n >= 7, m >= 8");
  EXPECT_EQ(known("do { if (n < 7) exit(1); } while (false); launch;"), "n >= 7");
  EXPECT_EQ(known("if (n < 7) { if (m < 8) return; tell(1); } launch;"), "");
  EXPECT_EQ(known("if (n < 7) { if (m < 8) return; exit(1); } launch;"), "n >= 7");
  EXPECT_EQ(known("while (ask()) { if (n < 7) break; tell(n); } launch;"), "");
  EXPECT_EQ(known("do { if (ask()) break; if (n < 7) exit(1); } while (false); launch;"), "");
  EXPECT_EQ(known("if (m) goto on; if (n < 7) return; on: launch;"), "");
  EXPECT_EQ(known("auto f = [&] { if (n < 7) return; launch; }; f();"), "");
}

TEST(Launches, CasesHoldAndFallThrough) {
  EXPECT_EQ(known("switch (n) { case 3: launch; }"), "n == 3");
  EXPECT_EQ(known("switch (n) { case 3: case 4: launch; }"), "(n == 3 || n == 4)");
  EXPECT_EQ(known("switch (n) { case 3: tell(1); case 4: launch; }"), "(n == 3 || n == 4)");
  EXPECT_EQ(known("switch (n) { case 3: tell(1); break; case 4: launch; }"), "n == 4");
  EXPECT_EQ(known("switch (n) { case 3: if (m) break; case 4: launch; }"), "(n == 3 || n == 4)");
  EXPECT_EQ(known("switch (n) { case 3: return; default: launch; }"), "n != 3");
  EXPECT_EQ(known("switch (n) { case 3: tell(1); default: launch; }"), "");
  EXPECT_EQ(known("switch (n) { case 3 ... 5: launch; }"), "");
  EXPECT_EQ(known("switch (n) { case 3: if (m < 2) return; case 4: launch; }"), "(n == 3 || n == 4)");
  EXPECT_EQ(known("switch (n) { default: if (m < 2) return; { case 4: launch; } }"), "");
  EXPECT_EQ(known("switch (n) { case 3: return; } launch;"), "");
}

TEST(Launches, AVariableIsInAConditionWhatItIsAtTheLaunch) {
  EXPECT_EQ(known("if (n > 0) { n = ask(); launch; }"), "");
  EXPECT_EQ(known("n = ask(); if (n > 0) launch;"), "n > 0");
  EXPECT_EQ(known("for (int i = 0; i < 3; ++i) { if (n > 0) launch; n = ask(); }"), "n > 0");
  EXPECT_EQ(known("if (n > 0) for (int i = 0; i < 3; ++i) { launch; n = ask(); }"), "");
  EXPECT_EQ(known("if (n > 0) for (int i = 0; i < 3; ++i) { if (m) continue; launch; if (i) n = ask(); }"), "m == 0");
  EXPECT_EQ(known("for (int i = 0; i < 3; ++i) { int n = ask(); if (n > 0) launch; }"), "n > 0");
  EXPECT_EQ(known("for (int n = 0; n < 3; ++n) launch;"), "n < 3");
  EXPECT_EQ(known("for (int n = 0; n < 3; ++n) { --n; launch; }"), "n' < 3") << "n' - 1 is passed";
  EXPECT_EQ(known("for (int n = 0; n++ < 3;) launch;"), "");
  EXPECT_EQ(known("for (n = 0; n < 3; ++n) launch;"), "n < 3");
  EXPECT_EQ(known("for (n = 0; n < 3; ++n) tell(n); launch;"), "n >= 3");
  EXPECT_EQ(known("for (n = 0; n < 3; ++n) if (ask()) break; launch;"), "");
  EXPECT_EQ(known("do { n = ask(); } while (n < 3); launch;"), "n >= 3");
  EXPECT_EQ(known("do { n = ask(); if (m) continue; } while (n < 3); launch;"), "");
  EXPECT_EQ(known("if (n > 0) { launch; } n = 0;"), "n > 0");
  EXPECT_EQ(known("switch (n) { case 3: n = 5; case 4: launch; }"), "");
  EXPECT_EQ(known("if (n > 3) try { n = ask(); tell(n); } catch (...) { launch; }"), "");
  EXPECT_EQ(known("if (n > 3 && (n = ask()) > 5 && n < 9) launch;"), "");
  EXPECT_EQ(known("if (n-- > 0) launch;"), "");
  EXPECT_EQ(known("int *p = &n; if (n > 0) { *p = 0; launch; }"), "");
  EXPECT_EQ(known("static int m; if (m > 0) launch;"), "");
  EXPECT_EQ(known("if (n > ask()) launch;"), "");
  EXPECT_EQ(known("if (n > 0 && ask() || m == 2) launch;"), "");
}

// As many launches as the array has numbers, up to eight; those that have no initialiser are zero.
TEST(Launches, AnElementOfAnArrayIsEachOfItsNumbers) {
  const auto with = [](const std::string &array) {
    return sites("void run(int i) { const int a[] = " + array + "; k<<<4, 64>>>(a[i], 0); }");
  };
  const auto of_nine = [](const std::string &numbers) {
    return sites("void run(int i) { const int a[9] = {" + numbers + "}; k<<<4, 64>>>(a[i], 0); }");
  };
  EXPECT_EQ(with("{1, 2, 4}").all.size(), 3u);
  EXPECT_EQ(with("{1, 2, 1}").all.size(), 2u);
  EXPECT_EQ(with("{1, 2, 3, 4, 5, 6, 7, 8}").all.size(), 8u);
  EXPECT_EQ(of_nine("1, 2, 3, 4, 5, 6, 7").all.size(), 8u);
  EXPECT_EQ(of_nine("1, 2, 3, 4, 5, 6, 7, 0").all.size(), 8u);
  for (const char *nine : {"1, 2, 3, 4, 5, 6, 7, 8, 9", "1, 2, 3, 4, 5, 6, 7, 8"}) {
    const Sites many = of_nine(nine);
    EXPECT_EQ(many.all.size(), 1u) << nine;
    EXPECT_EQ(many.text(), "n == a[i], m == 0") << nine;
  }
}

TEST(Launches, ConditionsAreArithmeticInC) {
  EXPECT_EQ(known("if (n < 5u) launch;"), "n < 5");
  EXPECT_EQ(known("if ((short)n > 5) launch;"), "n > 5");
  EXPECT_EQ(known("if (n / m > 5) launch;"), "n / m > 5");
  EXPECT_EQ(known("if (n > 0.5) launch;"), "");
  EXPECT_EQ(known("if ((n & (n - 1)) == 0) launch;"), "(n & n - 1) == 0");
}

TEST(Launches, FunctionsThatReturnOnlyIfAConditionHolds) {
  const auto with = [](const std::string &function, const std::string &call) {
    return sites(function + " void run(int n, int m) { " + call + " k<<<4, 64>>>(n, m); }").text();
  };
  EXPECT_EQ(with("void need(int a) { if (a < 3) exit(1); tell(a); }", "need(n);"), "n >= 3");
  EXPECT_EQ(with("void need(int a, int b) { if (b) return; if (a < 3) exit(1); }", "need(n, m);"), "");
  EXPECT_EQ(with("void need(int a) { if (a < 3) exit(1); a = 9; }", "need(n);"), "");
  EXPECT_EQ(with("void need(int a) { if (a < 3) exit(1); }", "if (m) need(n);"), "");
  EXPECT_EQ(with("void stop() { tell(1); exit(1); }", "if (n < 3) stop();"), "n >= 3");
  EXPECT_EQ(with("void stop() { if (ask()) return; exit(1); }", "if (n < 3) stop();"), "");
  EXPECT_EQ(with("void stop() { ({ if (ask()) return; }); exit(1); }", "if (n < 3) stop();"), "");
  EXPECT_EQ(with("void a(int n); void b(int n) { a(n); } void a(int n) { if (n < 3) exit(1); b(n); }", "a(n);"),
            "n >= 3");
}

TEST(Launches, ConditionsOfCallersHold) {
  const std::string run = "#include <stdlib.h>\nvoid run(int n) { k<<<4, 64>>>(n, 1); }";
  EXPECT_EQ(sites(run + "void f(int a) { if (a > 3) run(a); }").text(), "n == a, m == 1, a > 3");
  EXPECT_EQ(sites(run + "void f(int a) { if (a > 3) run(a); } void g(int a) { run(a); }").text(), "n == a, m == 1");
}

TEST(Launches, AFunctionThatIsNamedOtherwiseMayBeCalledInAnyWay) {
  const std::string run = "void run(int n) { k<<<4, 64>>>(n, 1); } void (*kept)(int); "
                          "void each(void (*f)(int)) { f(7); } void keep(void (*f)(int)) { f(7); kept = f; }";
  EXPECT_EQ(sites(run + "void f() { run(32); }").text(), "n == 32, m == 1");
  EXPECT_EQ(sites(run + "void f() { run(32); each(run); }").text(), "n == 32, m == 1; n == 7, m == 1");
  EXPECT_EQ(sites(run + "void f() { run(32); keep(run); }").text(), "m == 1; n == 32, m == 1");
}

TEST(Launches, ContradictionsAreNotReached) {
  const auto count = [](const std::string &body) {
    const Sites s = sites("#define launch k<<<4, 64>>>(n, m)\nvoid run(int n, int m) { " + body + " }");
    return s.unreached();
  };
  EXPECT_EQ(count("if (n == 16) launch;"), 0u);
  EXPECT_EQ(count("const int b = 32; if (b == 16) launch;"), 1u);
  EXPECT_EQ(count("if (n > 3 && n < 3) launch;"), 1u);
  EXPECT_EQ(count("if (n > 3 && n < 5) launch;"), 0u);
  EXPECT_EQ(count("if (n == 3 && n % 2 == 0) launch;"), 1u);
  EXPECT_EQ(count("return; launch;"), 1u);
  EXPECT_EQ(count("int b; b = 32; if (b == 16) launch;"), 1u);
  EXPECT_EQ(count("int b; b = 32; if (m) b = 16; if (b == 16) launch;"), 0u);
}

TEST(Launches, ANeverReachedLaunchIsJudgedForOtherCallers) {
  const Sites s = sites("void run(int n) { if (n == 16) k<<<n, 64>>>(n, 1); } void f() { run(32); }");
  ASSERT_EQ(s.all.size(), 1u);
  EXPECT_EQ(s.unreached(), 1u);
  EXPECT_EQ(s.text(), "n == 16, m == 1");
  EXPECT_FALSE(s.all[0].origin.inlined_at().known());
  const Sites nobody = sites("void run(int n) { if (false) k<<<n, 64>>>(n, 1); }");
  ASSERT_EQ(nobody.all.size(), 1u);
  EXPECT_EQ(nobody.unreached(), 1u);
  EXPECT_FALSE(nobody.all[0].origin.known());
}

TEST(Launches, MoreConditionsForTheSameLaunchAddNothing) {
  EXPECT_EQ(known("if (m) { launch; } launch;"), "");
  EXPECT_EQ(known("if (m) launch; else launch;"), "m != 0; m == 0");
  EXPECT_EQ(known("int other = ask(); if (other) launch; else launch;"), "");
}

TEST(Launches, WhatIsSetBeforeIsKnown) {
  const auto of = [](const std::string &body) { return sites("void run(int n, int m) { " + body + " }").text(); };
  EXPECT_EQ(of("dim3 g, b(8); g.x = n; g.y = 3; k<<<g, b>>>(n, m);"), "gridDim.x == n");
  EXPECT_EQ(of("dim3 g; g.x = n; if (m) g.x = 3; k<<<g, 8>>>(n, m);"), "gridDim.x == g.x");
  EXPECT_EQ(of("dim3 g; g = dim3(n, 2); k<<<g, 8>>>(n, m);"), "gridDim.x == n");
  EXPECT_EQ(of("dim3 g(n); dim3 *p = &g; k<<<g, 8>>>(n, m);"), "gridDim.x == g.x, gridDim.y == g.y, gridDim.z == g.z");
  EXPECT_EQ(of("int a; a = 7; k<<<4, 8>>>(a, m);"), "n == 7");
  EXPECT_EQ(of("int a = 3; if (m) a = 7; k<<<4, 8>>>(a, m);"), "n == a");
  EXPECT_EQ(of("int a = 3; a = a + 1; k<<<4, 8>>>(a, m);"), "n == 4");
  EXPECT_EQ(of("int a = 3; if (m) a = 7; a = a + 1; k<<<4, 8>>>(a, m);"), "n == a");
  EXPECT_EQ(of("dim3 g(n); k<<<g, 8>>>(n, m); n = 5; g = dim3(7);"), "gridDim.x == n");
  EXPECT_EQ(of("dim3 g(n); n = 5; k<<<g, 8>>>(n, m);"), "gridDim.x == n, n == 5");
  EXPECT_EQ(of("bool b = m > 3; m = 4; if (b) k<<<4, 8>>>(n, m);"), "m == 4");
  EXPECT_EQ(of("while (n) { int a = n; n = m; k<<<4, 8>>>(a, n); }"), "n == a, m == n, n' != 0");
}

} // namespace
} // namespace lockstep::frontend::test_launches
