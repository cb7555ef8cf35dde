// `compile`: languages, options, diagnostics, kernels.
#include "tests/unit/frontend/compile_fixture.h"

#include <filesystem>

namespace lockstep::frontend::test_compile {
namespace {

TEST(Compile, FindsOpenClKernelsInSourceOrder) {
  CompiledText c = compile_text("k.cl", "kernel void second(global int *a) { a[0] = 1; }\n"
                                        "void helper(void) {}\n"
                                        "kernel void first(void) {}\n");
  ASSERT_TRUE(c.module) << messages(c.diags);
  auto names = kernels(*c.module);
  ASSERT_EQ(names.size(), 2u);
  EXPECT_EQ(names[0].name, "second");
  EXPECT_EQ(names[0].origin.place().line, 1u);
  EXPECT_EQ(names[1].name, "first");
  EXPECT_EQ(names[1].origin.place().line, 3u);
}

TEST(Compile, DemanglesCudaKernelsWithTemplateArguments) {
  CompiledText c =
      compile_text("k.cu", "template <class T, int N> __global__ void scale(T *a) { a[threadIdx.x] *= N; }\n"
                           "namespace n { __global__ void plain(int *a) { a[0] = 0; } }\n"
                           "void host(float *a) { scale<float, 3><<<1, 2>>>(a); }\n");
  ASSERT_TRUE(c.module) << messages(c.diags);
  auto names = kernels(*c.module);
  ASSERT_EQ(names.size(), 2u);
  EXPECT_EQ(names[0].name, "scale<float, 3>");
  EXPECT_EQ(names[1].name, "n::plain");
  EXPECT_EQ(names[1].symbol, "_ZN1n5plainEPi");
}

bool broken(const CompiledText &c) { return c.module && kernels(*c.module).at(0).broken; }

TEST(Compile, ErrorsHavePlaces) {
  CompiledText c = compile_text("bad.cl", "kernel void k(global int *a) {\n  a[0] = nowhere;\n}\n");
  ASSERT_TRUE(broken(c));
  EXPECT_FALSE(build_kernel(*c.module, kernels(*c.module)[0], Options(), c.diags));
  ASSERT_EQ(c.diags.all().size(), 1u) << messages(c.diags);
  const auto &d = c.diags.all()[0];
  EXPECT_EQ(d.severity, support::Severity::Error);
  EXPECT_EQ(d.origin.place().line, 2u);
  EXPECT_EQ(d.origin.place().column, 10u);
  EXPECT_NE(d.message.find("nowhere"), std::string::npos);
}

TEST(Compile, WarningsDoNotStopAndDoNotFlood) {
  std::string body;
  for (int i = 0; i < 40; ++i)
    body += "  if (a[0] = 1) {}\n";
  CompiledText c = compile_text("warn.cl", "kernel void k(global int *a) {\n" + body + "}\n");
  ASSERT_TRUE(c.module);
  std::size_t warnings = 0;
  for (const auto &d : c.diags.all())
    warnings += d.severity == support::Severity::Warning;
  EXPECT_EQ(warnings, 10u);
  EXPECT_NE(messages(c.diags).find("30 more warnings"), std::string::npos);
}

TEST(Compile, UnusableFilesGiveOneError) {
  for (const std::string &path : {testing::TempDir() + "there_is_no_such_file.cl", testing::TempDir(),
                                  write_source("empty.cl", ""), write_source("blank.cl", " \n\n")}) {
    support::Diagnostics diags;
    EXPECT_FALSE(compile(path, {}, diags)) << path;
    ASSERT_EQ(diags.all().size(), 1u) << path;
    EXPECT_EQ(diags.all()[0].severity, support::Severity::Error);
  }
}

TEST(Compile, LanguageByContents) {
  EXPECT_TRUE(compile_text("k.inc", "__kernel void k(void) {}").module);
  EXPECT_TRUE(compile_text("k.cpp", "__global__ void k() {}").module);
  EXPECT_TRUE(compile_text("k.txt", "; ModuleID = 'x'\ntarget triple = \"spir64-unknown-unknown\"\n").module);
  CompiledText none = compile_text("k.dat", "int main() {}");
  EXPECT_FALSE(none.module);
  EXPECT_NE(messages(none.diags).find("--language"), std::string::npos);
}

TEST(Compile, OpenClStandards) {
  std::string printf_kernel = "kernel void k(void) { printf(\"x\"); }";
  for (const char *standard : {"CL1.2", "cl2.0", "3.0", "clc++"}) {
    Options o;
    o.standard = standard;
    EXPECT_TRUE(compile_text("std.cl", printf_kernel, o).module) << standard;
  }
  Options old;
  old.standard = "CL1.1"; // printf came with 1.2
  EXPECT_TRUE(broken(compile_text("std.cl", printf_kernel, old)));
  Options unknown;
  unknown.standard = "CL9";
  CompiledText c = compile_text("std.cl", printf_kernel, unknown);
  EXPECT_FALSE(c.module);
  EXPECT_NE(messages(c.diags).find("cl9"), std::string::npos);
}

TEST(Compile, MacrosOfTheUserComeAfterOurHeaders) {
  // N, T and x are names that headers use; a macro of the user must not reach them.
  Options o;
  o.defines = {"N=64", "T=float", "x=7", "F(a)=(a + 1)", "FLAG"};
  o.standard = "c++14"; // not the precompiled header
  std::string source = "#ifdef FLAG\n__global__ void k(T *a) { a[N] = F(x); }\n#endif\n";
  CompiledText c = compile_text("macros.cu", source, o);
  ASSERT_TRUE(c.module) << messages(c.diags);
  EXPECT_NE(c.function("_Z1kPf").find("i64 64"), std::string::npos);
  o.standard.clear();
  CompiledText precompiled = compile_text("macros.cu", source, o);
  ASSERT_TRUE(precompiled.module) << messages(precompiled.diags);
  EXPECT_EQ(c.function("_Z1kPf"), precompiled.function("_Z1kPf"));
}

TEST(Compile, LaunchSizesAreMacros) {
  Options o;
  o.launch.local_size = {64, 2, {}};
  o.launch.num_groups = {10, {}, 1};
  CompiledText c =
      compile_text("sizes.cl",
                   "#if __LOCAL_SIZE_0 != 64 || __NUM_GROUPS_0 != 10 || __GLOBAL_SIZE_0 != 640 || __LOCAL_SIZE_1 != 2\n"
                   "#error sizes\n#endif\n"
                   "#if defined(__LOCAL_SIZE_2) || defined(__GLOBAL_SIZE_1)\n#error free sizes\n#endif\n"
                   "kernel void k(void) {}\n",
                   o);
  EXPECT_TRUE(c.module) << messages(c.diags);
}

TEST(Compile, PointerBits) {
  Options o;
  o.pointer_bits = 32;
  CompiledText cl = compile_text("bits.cl", "kernel void k(global ulong *a) { a[0] = sizeof(a); }", o);
  ASSERT_TRUE(cl.module);
  EXPECT_NE(cl.function("k").find("store i64 4"), std::string::npos) << cl.function("k");
  CompiledText cuda = compile_text("bits.cu", "__global__ void k(size_t *a) { a[0] = sizeof(a); }", o);
  ASSERT_TRUE(cuda.module) << messages(cuda.diags);
  EXPECT_NE(cuda.text.find("store i32 4"), std::string::npos);
}

TEST(Compile, ClangOptionsAndIncludeDirectories) {
  std::string header = write_source("values.h", "#define VALUE 41\n");
  std::size_t slash = header.rfind('/');
  Options o;
  o.include_dirs = {header.substr(0, slash)};
  o.clang_options = {"-O2", "-DEXTRA=1", "-x", "c", "-Wno-everything"}; // -O2 and -x are ours to decide
  std::string source =
      "#include \"" + header.substr(slash + 1) + "\"\nkernel void k(global int *a) { a[0] = VALUE + EXTRA; }\n";
  CompiledText c = compile_text("opts.cl", source, o);
  ASSERT_TRUE(c.module) << messages(c.diags);
  EXPECT_NE(c.function("k").find("store i32 42"), std::string::npos);
  o.clang_options = {"-fno-such-option"};
  EXPECT_FALSE(compile_text("opts.cl", source, o).module);
}

TEST(Compile, AToolkitsOtherHeadersAreFound) {
  const test::TemporaryFolder folder;
  const std::string &root = folder.path();
  std::filesystem::create_directories(root + "/include");
  std::ofstream(root + "/include/extra_of_toolkit.h") << "#define FROM_TOOLKIT 5\n";
  std::ofstream(root + "/include/cuda_runtime.h") << "#error not this one\n";
  std::string source =
      "#include <cuda_runtime.h>\n#include <extra_of_toolkit.h>\n__global__ void k(int *a) { a[0] = FROM_TOOLKIT; }\n";
  Options o;
  EXPECT_TRUE(broken(compile_text("toolkit.cu", source, o)));
  o.cuda_path = root;
  CompiledText c = compile_text("toolkit.cu", source, o);
  EXPECT_TRUE(c.module) << messages(c.diags);
}

TEST(Compile, HostCodeThatDoesNotCompileIsLeftOut) {
  CompiledText c = compile_text("host.cu", "#include <map>\n"
                                           "__global__ void k(int *a) { a[threadIdx.x] = 0; }\n"
                                           "void host() {\n  std::nothing<int, int> m;\n  k<<<1, 1>>>(0);\n}\n");
  ASSERT_TRUE(c.module) << messages(c.diags);
  EXPECT_EQ(kernels(*c.module).size(), 1u);
  ASSERT_EQ(c.diags.all().size(), 1u);
  EXPECT_EQ(c.diags.all()[0].severity, support::Severity::Warning);
  EXPECT_EQ(c.diags.all()[0].origin.place().line, 4u);
  // but a mistake in device code is an error of the kernels that use it
  CompiledText bad = compile_text("host.cu", "__device__ int f() { return nothing; }\n"
                                             "__global__ void k(int *a) { a[0] = f(); }\n"
                                             "__global__ void own(int *a) { a[0] = 1; }\n");
  ASSERT_TRUE(bad.module) << messages(bad.diags);
  std::vector<KernelName> names = kernels(*bad.module);
  ASSERT_EQ(names.size(), 2u);
  EXPECT_EQ(names[0].name, "k");
  EXPECT_FALSE(build_kernel(*bad.module, names[0], Options(), bad.diags));
  EXPECT_EQ(bad.diags.all().back().origin.place().line, 1u);
  EXPECT_EQ(names[1].name, "own");
  EXPECT_TRUE(build_kernel(*bad.module, names[1], Options(), bad.diags));
}

TEST(Compile, AHeaderThatIsNowhereIsEmpty) {
  CompiledText c = compile_text("missing.cu", "#include \"nowhere.h\"\n#include \"nowhere.h\"\n"
                                              "__global__ void k(int *a) { a[threadIdx.x] = 0; }\n");
  ASSERT_TRUE(c.module) << messages(c.diags);
  ASSERT_EQ(c.diags.all().size(), 1u);
  EXPECT_EQ(c.diags.all()[0].message, "header 'nowhere.h' was not found and is taken to be empty");
  auto kernel = build_kernel(*c.module, kernels(*c.module)[0], Options(), c.diags);
  ASSERT_TRUE(kernel);
  EXPECT_EQ(kernel->terms.assumptions, std::vector{c.diags.all()[0].message});
  // and the text of the module keeps it
  CompiledText again = compile_text("missing.ll", print(*c.module));
  ASSERT_TRUE(again.module);
  auto same = build_kernel(*again.module, kernels(*again.module)[0], Options(), again.diags);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->terms.assumptions, kernel->terms.assumptions);
}

TEST(Compile, Hip) {
  CompiledText c = compile_text(
      "k.hip", "#include <hip/hip_runtime.h>\n"
               "__global__ void k(int *a) { a[hipThreadIdx_x] = __HIP__; }\n"
               "void host(int *a) { hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, a); hipDeviceSynchronize(); }\n");
  ASSERT_TRUE(c.module) << messages(c.diags);
  EXPECT_EQ(kernels(*c.module).size(), 1u);
  EXPECT_NE(c.text.find("@__lockstep_local_id"), std::string::npos);
}

TEST(Compile, IrOfEachDialect) {
  CompiledText spir = compile_text("a.ll", "target triple = \"spir64\"\ndefine spir_kernel void @a() { ret void }\n");
  CompiledText nvptx = compile_text("b.ll", "target triple = \"nvptx64-nvidia-cuda\"\ndefine void @b() { ret void }\n"
                                            "define void @not_a_kernel() { ret void }\n"
                                            "!nvvm.annotations = !{!0}\n!0 = !{ptr @b, !\"kernel\", i32 1}\n");
  CompiledText amd =
      compile_text("c.ll", "target triple = \"amdgcn-amd-amdhsa\"\ndefine amdgpu_kernel void @c() { ret void }\n");
  for (CompiledText *c : {&spir, &nvptx, &amd}) {
    ASSERT_TRUE(c->module) << messages(c->diags);
    EXPECT_EQ(kernels(*c->module).size(), 1u);
  }
  EXPECT_EQ(kernels(*nvptx.module)[0].name, "b");
}

TEST(Compile, IrErrors) {
  CompiledText syntax = compile_text("bad.ll", "target triple = \"spir64\"\ndefine voidd @f() {\n");
  EXPECT_FALSE(syntax.module);
  ASSERT_EQ(syntax.diags.all().size(), 1u);
  EXPECT_EQ(syntax.diags.all()[0].origin.place().line, 2u);
  CompiledText host =
      compile_text("host.ll", "target triple = \"x86_64-pc-linux-gnu\"\ndefine void @f() { ret void }\n");
  EXPECT_FALSE(host.module);
  EXPECT_EQ(host.diags.all()[0].severity, support::Severity::Unsupported);
  EXPECT_FALSE(compile_text("garbage.bc", "BC\xC0\xDEgarbage").module);
}

} // namespace
} // namespace lockstep::frontend::test_compile
