// Reproducers: launch, inputs and texts as functions of the finding (driver/repro/repro.h).
#include "driver/repro/repro.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace lockstep::driver::test_repro {
namespace {

using frontend::LeafKind;
using frontend::Parameter;
using frontend::ParameterKind;

cfg::Kernel kernel() { // (global int *a, int n)
  cfg::Kernel k;
  k.name = "f";
  cfg::Var n;
  n.name = n.source_name = "n";
  n.type = cfg::int_type(32);
  n.param = true;
  k.vars.push_back(n);
  cfg::Array a;
  a.name = a.source_name = "a";
  a.element = cfg::int_type(32);
  a.param = true;
  k.arrays.push_back(a);
  return k;
}

const std::vector<Parameter> parameters = {
    {"a", ParameterKind::Buffer, "int", 4, false, {{"", 0, 4, LeafKind::Signed}}},
    {"n", ParameterKind::Value, "int", 4, false, {{"n", 0, 4, LeafKind::Signed}}}};

verify::Finding finding() {
  verify::Finding f;
  f.kind = verify::FindingKind::Race;
  f.race = "write-read";
  f.message = "possible write-read race on 'a[5000]'";
  f.array = "a";
  f.element = 5000;
  f.accesses.resize(2);
  f.accesses[1].thread.local = {3, 0, 0};
  f.values = {{"n", "-7"}, {"local_size_x", "16"}, {"num_groups_x", "2"}};
  return f;
}

std::string text_of(const std::vector<ReproFile> &files, const std::string &name) {
  for (const ReproFile &f : files)
    if (f.name == name)
      return f.text;
  return "no file " + name;
}

std::vector<ReproFile> files(const std::string &file, const std::string &text, const jobs::KernelOptions &options = {},
                             const std::vector<Parameter> &of = parameters) {
  const cfg::Kernel k = kernel();
  const ReproLaunch launch =
      repro_launch({.local_size = {std::nullopt, 1, 1}, .num_groups = {std::nullopt, 1, 1}}, finding());
  return repro_files({file, text, k, of, options}, launch, finding(), default_inputs(k, launch, finding()), "x.1");
}

TEST(Repro, FreeSizesAreTheCounterexamples) {
  const ReproLaunch l =
      repro_launch({.local_size = {std::nullopt, 4, 1}, .num_groups = {std::nullopt, 3, 1}}, finding());
  EXPECT_EQ(l.local_size, (std::array<std::uint64_t, 3>{16, 4, 1}));
  EXPECT_EQ(l.num_groups, (std::array<std::uint64_t, 3>{2, 3, 1}));
  EXPECT_EQ(l.threads(), 16u * 4 * 2 * 3);
}

TEST(Repro, SizesThatNoValueTellsFitTheThreads) {
  verify::Finding f = finding();
  f.values.clear();
  EXPECT_EQ(repro_launch({.local_size = {std::nullopt, 1, 1}}, f).local_size[0], 4u); // local id 3
}

TEST(Repro, BuffersReachTheElement) {
  const cfg::Kernel k = kernel();
  const ReproInputs in = default_inputs(k, repro_launch({}, finding()), finding());
  EXPECT_GT(in.buffers.at("a").bytes, 5000u * 4);
  EXPECT_EQ(in.scalars.at("n"), static_cast<std::uint64_t>(-7));
}

TEST(Repro, SimulatorFile) {
  const std::string sim = text_of(files("k.cl", "__kernel void f(__global int *a, int n) {}\n"), "x.1.sim");
  EXPECT_NE(sim.find("x.1.cl\nf\n32 1 1 # global size\n16 1 1 # group size\n<size="), std::string::npos) << sim;
  EXPECT_NE(sim.find("<size=4 int> # int n\n  -7\n"), std::string::npos) << sim;
}

TEST(Repro, MacrosOfTheCommandLineStandBeforeTheSource) {
  jobs::KernelOptions o;
  o.defines = {"N=3", "F"};
  const std::string cl = text_of(files("k.cl", "SOURCE\n", o), "x.1.cl");
  const std::size_t n = cl.find("#define N 3\n"), f = cl.find("#define F 1\n"), source = cl.find("SOURCE");
  ASSERT_TRUE(n != std::string::npos && f != std::string::npos && source != std::string::npos) << cl;
  EXPECT_LT(n, source);
  EXPECT_LT(f, source);
}

TEST(Repro, FunctionsThatNobodyDefinesAreDeclared) {
  const std::string cl = text_of(files("k.cl", "DECLARE_UF_UNARY(v, int4, int4);\n__kernel\n"), "x.1.cl");
  EXPECT_NE(cl.find("#define DECLARE_UF_UNARY(name, a, result) result name(a)\n"), std::string::npos) << cl;
  EXPECT_EQ(cl.find("DECLARE_UF_BINARY"), std::string::npos) << cl;
}

TEST(Repro, WhatOclgrindCannotHoldIsSaid) {
  std::vector<Parameter> image = parameters;
  image.push_back({"picture", ParameterKind::Opaque, "image2d_t", 0, false, {}});
  const auto all = files("k.cl", "__kernel\n", {}, image);
  EXPECT_EQ(text_of(all, "x.1.sim"), "no file x.1.sim");
  EXPECT_NE(text_of(all, "x.1.txt").find("'picture' of type image2d_t"), std::string::npos);
}

TEST(Repro, CudaHostLaunchesAndKeepsTheSourcesMainAside) {
  const std::string cu =
      text_of(files("k.cu", "__global__ void f(int *a, int n) {}\nint main() { return 0; }\n"), "x.1.cu");
  EXPECT_NE(cu.find("f<<<dim3(2, 1, 1), dim3(16, 1, 1), 0>>>(static_cast<int *>(arg_a), arg_n);"), std::string::npos)
      << cu;
  EXPECT_NE(cu.find("int arg_n = static_cast<int>(-7);"), std::string::npos) << cu;
  EXPECT_LT(cu.find("#define main original_main"), cu.find("int main() { return 0; }"));
  EXPECT_LT(cu.find("repro_counting"), cu.find("__global__ void f")); // the user's macros come behind
  EXPECT_NE(cu.find("cudaDeviceSynchronize"), std::string::npos);
}

TEST(Repro, CudaHostLaunchesCooperativelyWhereTheGridMeets) {
  cfg::Kernel k = kernel();
  k.blocks.push_back({"b", {{cfg::Barrier{.scope = cfg::Scope::Grid}, {}}}, {}, {}});
  const jobs::KernelOptions options;
  const ReproLaunch launch = repro_launch({.local_size = {16, 1, 1}, .num_groups = {2, 1, 1}}, finding());
  const std::string cu = text_of(repro_files({"k.cu", "__global__ void f(int *a, int n) {}\n", k, parameters, options},
                                             launch, finding(), default_inputs(k, launch, finding()), "x.1"),
                                 "x.1.cu");
  EXPECT_NE(cu.find("void *arguments[] = {&arg_a, &arg_n};"), std::string::npos) << cu;
  EXPECT_NE(cu.find("cudaLaunchCooperativeKernel(f, dim3(2, 1, 1), dim3(16, 1, 1), arguments, 0, nullptr)"),
            std::string::npos);
}

TEST(Repro, RunLine) {
  const std::string txt = text_of(files("k.kir", "kernel f\n", {}, {}), "x.1.txt");
  EXPECT_NE(txt.find("lockstep run x.1.kir --kernel f"), std::string::npos) << txt;
  EXPECT_NE(txt.find("--local-size 16 --num-groups 2 --arg n=-7 --arg a=zero:"), std::string::npos) << txt;
}

TEST(Repro, FolderNumbersViolations) {
  const auto path = std::filesystem::temp_directory_path() / "lockstep_test_repro";
  std::filesystem::remove_all(path);
  support::Diagnostics diags;
  ReproFolder folder(path.string(), diags);
  ASSERT_FALSE(diags.failed());
  const cfg::Kernel k = kernel();
  const jobs::KernelOptions options;
  const ReproLaunch launch = repro_launch({}, finding());
  for (int i = 0; i < 2; ++i)
    folder.write({"d/k.cl", "__kernel\n", k, parameters, options}, launch, finding(),
                 default_inputs(k, launch, finding()));
  EXPECT_FALSE(folder.problems().failed());
  for (const char *name : {"k.cl.f.1.cl", "k.cl.f.1.sim", "k.cl.f.2.txt"})
    EXPECT_TRUE(std::filesystem::exists(path / name)) << name;
  std::filesystem::remove_all(path);
}

} // namespace
} // namespace lockstep::driver::test_repro
