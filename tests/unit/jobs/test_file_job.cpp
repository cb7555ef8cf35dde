// Jobs between processes (jobs/input/file_job.h).
#include "jobs/input/file_job.h"

#include <gtest/gtest.h>

namespace lockstep::jobs::test_file_job {
namespace {

FileJob there_and_back(const FileJob &job) { return nlohmann::json::parse(nlohmann::json(job).dump()); }

TEST(FileJob, OfAProject) {
  FileJob job{"k.cu", {}, 3};
  job.flags.defines = {"N=1"};
  const FileJob back = there_and_back(job);
  EXPECT_EQ(back.file, "k.cu");
  EXPECT_EQ(back.flags, job.flags);
  EXPECT_EQ(back.entry, 3U);
  EXPECT_EQ(back.launch, nullptr);
}

TEST(FileJob, OfARecordedLaunch) {
  launch::RecordedArgument scalar, array;
  scalar.kind = launch::RecordedArgument::Kind::Scalar;
  scalar.bytes = {0xff, 0, 7};
  scalar.value = std::uint64_t(1) << 63;
  array.kind = launch::RecordedArgument::Kind::Array;
  array.size = 4096;
  array.memory = 2;
  array.begins = 256;
  launch::RecordedLaunch launch;
  launch.origin = support::Origin({"l.json", 7, 0});
  launch.number = 3;
  launch.file = "k.cl";
  launch.kernel = "k";
  launch.refused = "is not here";
  launch.sizes.local_size = "*,*";
  launch.sizes.global_size = "64,4";
  launch.flags = "-D 'A=\"b\"'";
  launch.directory = "/there";
  launch.pointer_bits = 32;
  launch.arguments_known = true;
  launch.overlaps_known = true;
  launch.arguments = {scalar, array, {}};
  FileJob job{"k.cl"};
  job.launch = std::make_shared<const launch::RecordedLaunch>(launch);
  const FileJob back = there_and_back(job);
  ASSERT_NE(back.launch, nullptr);
  EXPECT_EQ(*back.launch, launch);
}

} // namespace
} // namespace lockstep::jobs::test_file_job
