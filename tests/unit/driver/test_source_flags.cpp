// What of a compiler's command line decides what a kernel means (driver/project/source_flags.h).
#include "driver/project/source_flags.h"

#include "../temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>

namespace lockstep::driver::test_source_flags {
namespace {

using Words = std::vector<std::string>;

jobs::SourceFlags flags(const Words &words) { return source_flags(words, "/p"); }

TEST(SourceFlags, EachSpellingOfAMacro) {
  EXPECT_EQ(flags({"-DA", "-D", "B=2", "--define-macro", "C", "--define-macro=D=4"}).defines,
            (Words{"A", "B=2", "C", "D=4"}));
}

TEST(SourceFlags, TheLastWordOnAMacroCounts) {
  const jobs::SourceFlags f = flags({"-DA=1", "-DB=1", "-UA", "-UB", "-DB=2", "-DF(x)=x", "-DF(x)=y"});
  EXPECT_EQ(f.defines, (Words{"B=2", "F(x)=y"}));
  EXPECT_EQ(f.undefines, Words{"A"});
}

TEST(SourceFlags, FoldersAreNotRelative) {
  EXPECT_EQ(flags({"-Ia", "-I", "../b", "-I=c", "--include-path", "/d"}).include_dirs,
            (Words{"/p/a", "/b", "/p/c", "/d"}));
  EXPECT_EQ(flags({"-isystem=a", "-isystem", "b", "-iquote", "c", "-idirafter", "d"}).clang_options,
            (Words{"-idirafter", "/p/a", "-idirafter", "/p/b", "-iquote", "/p/c", "-idirafter", "/p/d"}));
}

TEST(SourceFlags, StandardAndLanguage) {
  EXPECT_EQ(flags({"-std=c++20"}).standard, "c++20");
  EXPECT_EQ(flags({"--std", "gnu++17"}).standard, "gnu++17");
  EXPECT_EQ(flags({"-cl-std=CL1.2"}).standard, "CL1.2");
  EXPECT_EQ(flags({"-x", "cu"}).language, "cuda");
  EXPECT_EQ(flags({"-xhip"}).language, "hip");
  EXPECT_EQ(flags({"-xHost"}).language, "");
}

TEST(SourceFlags, AStandardBeforeOurHeadersIsRaised) {
  const jobs::SourceFlags f = flags({"-std=gnu++11"});
  EXPECT_EQ(f.standard, "gnu++14");
  EXPECT_EQ(f.assumptions.size(), 1U);
}

TEST(SourceFlags, TheHostCompilersMacrosCount) {
  const jobs::SourceFlags f = flags({"-Xcompiler", "-fPIC,-DA=1", "--compiler-options=-I,inc", "-Xptxas", "-DB"});
  EXPECT_EQ(f.defines, Words{"A=1"});
  EXPECT_EQ(f.include_dirs, Words{"/p/inc"});
}

TEST(SourceFlags, TheNewestArchitecture) {
  EXPECT_EQ(flags({"-arch=sm_70"}).defines, Words{"__CUDA_ARCH__=700"});
  EXPECT_EQ(flags({"-arch", "native"}).defines, Words{});
  EXPECT_EQ(flags({"--offload-arch=gfx90a:xnack+"}).defines, Words{"__gfx90a__=1"});
  const jobs::SourceFlags several =
      flags({"-gencode", "arch=compute_100,code=sm_100", "--generate-code=arch=compute_90a,code=[compute_90a,sm_90a]"});
  EXPECT_EQ(several.defines, Words{"__CUDA_ARCH__=1000"});
  ASSERT_EQ(several.assumptions.size(), 1U);
  EXPECT_NE(several.assumptions[0].find("sm_100 (the file is compiled for sm_90a, too)"), std::string::npos);
  EXPECT_EQ(flags({"-arch=sm_90a"}).defines, (Words{"__CUDA_ARCH__=900", "__CUDA_ARCH_FEAT_SM90_ALL=1"}));
}

TEST(SourceFlags, WhatChangesTypesOrArithmeticGoesToClang) {
  const jobs::SourceFlags f =
      flags({"-fwrapv", "-funsigned-char", "-m32", "-O3", "-g", "-ffast-math", "-Wall", "-rdc=true"});
  EXPECT_EQ(f.clang_options, (Words{"-fwrapv", "-fno-signed-char"}));
  EXPECT_EQ(f.pointer_bits, 32U);
}

TEST(SourceFlags, ValuesOfOtherOptionsAreNotTakenForOptions) {
  const jobs::SourceFlags f = flags({"-o", "-DA", "-MF", "-DB", "-Xlinker", "-Ix", "-Xclang", "-DC", "--", "-DD"});
  EXPECT_EQ(f.defines, Words{"C"});
  EXPECT_TRUE(f.include_dirs.empty());
}

TEST(SourceFlags, ResponseFilesMayNameOthers) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() + "/a.rsp") << "-DA '-DB=1 2' @b.rsp\n";
  std::ofstream(folder.path() + "/b.rsp") << "-DC\n";
  std::ofstream(folder.path() + "/loop.rsp") << "@loop.rsp\n";
  EXPECT_EQ(source_flags({"--options-file", "a.rsp"}, folder.path()).defines, (Words{"A", "B=1 2", "C"}));
  EXPECT_NE(source_flags({"@loop.rsp"}, folder.path()).problem, "");
  EXPECT_NE(source_flags({"@gone.rsp"}, folder.path()).problem.find("is not there"), std::string::npos);
}

TEST(SourceFlags, MistakesAreNamed) {
  EXPECT_EQ(flags({"-DA", "-I"}).problem, "the option '-I' has no value");
  EXPECT_EQ(flags({"-I", "", "-DA"}).problem, "the option '-I' has no value");
  EXPECT_NE(flags({"-gencode", "sm_70"}).problem.find("is not arch=compute_N,code=..."), std::string::npos);
  EXPECT_NE(flags({"-arch=sm_x"}).problem.find("'sm_x' names no architecture"), std::string::npos);
}

} // namespace
} // namespace lockstep::driver::test_source_flags
