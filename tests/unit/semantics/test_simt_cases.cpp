// The cases of tests/simt/*.simt: each says in its head how it is run and what must come out. Traces are those of the
// document's figures and of the notes on it.
//
//   threads: N   blocks: N   resident: N (blocks at a time, of one processor), N any (in any order)   warp: N
//    scheduling: stack | independent   order: taken | fall-through   exited: come | stay away
//   monitors: on | off     consistency: on | off     watched: S1 ... (of the monitors, these)     choices: N N ...
//   ends: completed | never ends | stuck WHY | violation WHY | deadlock WHY
//   explore: always ends | may end | never ends      cycle: ADDRESS ...      problem: WHY (of exploration, the only
//   one) every end: ARRAY = V V ..., ARRAY = ... | ...    (of exploration: all the contents that there are at the end)
//   final: ARRAY = V V ..., ARRAY = ...               depths: D D ...    trace: rows, one per line
#include "simt_running.h"

#include <filesystem>

namespace lockstep::semantics::simt::test::test_simt_cases {
namespace {

struct Case {
  std::map<std::string, std::string> keys;
  std::vector<std::string> trace;
  std::string text;
};

std::string trimmed(const std::string &s) {
  const auto from = s.find_first_not_of(' ');
  return from == std::string::npos ? "" : s.substr(from, s.find_last_not_of(' ') - from + 1);
}
std::vector<std::string> split(const std::string &s, char at) {
  std::vector<std::string> out;
  std::istringstream in(s);
  for (std::string part; std::getline(in, part, at);)
    if (!trimmed(part).empty())
      out.push_back(trimmed(part));
  return out;
}

Case read_case(const std::filesystem::path &file) {
  Case c;
  std::ifstream in(file);
  bool in_trace = false;
  const std::vector<std::string> known{
      "threads", "warp",  "scheduling", "order", "exited", "monitors", "consistency", "choices", "ends",     "explore",
      "cycle",   "final", "depths",     "trace", "blocks", "resident", "watched",     "problem", "every end"};
  for (std::string line; std::getline(in, line);) {
    c.text += line + "\n";
    if (line.rfind("//", 0) != 0)
      continue;
    const std::string rest = trimmed(line.substr(2));
    const auto colon = rest.find(':');
    if (in_trace) {
      c.trace.push_back(rest);
      continue;
    }
    const std::string key = colon == std::string::npos ? "" : rest.substr(0, colon);
    if (std::find(known.begin(), known.end(), key) == known.end())
      continue;
    c.keys[key] = trimmed(rest.substr(colon + 1));
    in_trace = key == "trace";
  }
  return c;
}

// "a = 1 2, b = 3": the arrays and what they hold.
std::vector<std::pair<cfg::ArrayId, std::vector<std::uint64_t>>> arrays(const std::string &text, const cfg::Kernel &k) {
  std::vector<std::pair<cfg::ArrayId, std::vector<std::uint64_t>>> out;
  for (const std::string &array : split(text, ',')) {
    const auto equals = array.find('=');
    std::vector<std::uint64_t> values;
    for (const std::string &v : split(array.substr(equals + 1), ' '))
      values.push_back(std::stoull(v));
    out.emplace_back(semantics::test::array(k, trimmed(array.substr(0, equals))), values);
  }
  return out;
}

unsigned watched(const std::string &names) {
  if (names.empty())
    return every_property;
  unsigned out = 0;
  for (const std::string &word : split(names, ' '))
    for (Property p : all_properties)
      out |= word == name(p) ? property_bit(p) : 0;
  return out;
}

std::vector<std::filesystem::path> all_cases() {
  std::vector<std::filesystem::path> out;
  for (const auto &entry : std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/simt"))
    if (entry.path().extension() == ".simt")
      out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

class SimtCase : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(SimtCase, EndsAsStated) {
  const Case c = read_case(GetParam());
  auto key = [&](const char *name, const std::string &otherwise = "") {
    const auto it = c.keys.find(name);
    return it == c.keys.end() ? otherwise : it->second;
  };
  const Program p = program_of(c.text, GetParam().filename().string());
  EXPECT_EQ(print(p), print(program_of(print(p)))) << "prints and reads back";
  const SimtCode code = simt_code_of(p);
  SimtOptions o;
  const auto threads = std::stoul(key("threads"));
  o.warp_size = static_cast<unsigned>(std::stoul(key("warp", key("threads"))));
  o.scheduling = key("scheduling") == "independent" ? Scheduling::Independent : Scheduling::Stack;
  o.order = key("order") == "fall-through" ? PathOrder::FallThroughFirst : PathOrder::TakenFirst;
  o.exited_arrive = key("exited") != "stay away";
  o.monitors = key("monitors") != "off";
  o.consistency = key("consistency") != "off";
  o.watched = watched(key("watched"));
  o.max_steps = 100'000;
  if (const auto resident = split(key("resident"), ' '); !resident.empty())
    o.limits = {.processors = 1,
                .blocks = static_cast<std::uint32_t>(std::stoul(resident[0])),
                .order = resident.size() > 1 ? BlockOrder::Any : BlockOrder::InOrder};
  std::vector<std::size_t> script;
  for (const std::string &s : split(key("choices"), ' '))
    script.push_back(std::stoul(s));
  ASSERT_TRUE(c.keys.contains("ends") || c.keys.contains("explore")) << "a case says what comes out";

  SimtMachine machine(code, semantics::test::launch(threads, std::stoul(key("blocks", "1"))), {}, o);
  const bool masks = !c.trace.empty() && split(c.trace[0].substr(0, c.trace[0].find('|')), ' ').size() > 2;
  Rows rows(p, o.warp_size, masks);
  machine.attach(rows);
  GivenChoices choices(script);
  const Outcome out = machine.run(Pick::InOrder, choices);
  if (c.keys.contains("ends")) {
    const std::string said =
        std::string(name(out.end)) + (out.end == End::Completed || out.end == End::Cycle ? "" : " " + out.reason);
    EXPECT_EQ(said, key("ends"));
  }
  if (!c.trace.empty()) {
    std::vector<std::string> seen;
    for (std::size_t i = 0; i < rows.rows.size() && (out.end == End::Completed || i < c.trace.size()); ++i)
      seen.push_back(trimmed(rows.rows[i]));
    EXPECT_EQ(seen, c.trace);
  }
  std::vector<std::string> cycle = split(key("cycle"), ' ');
  if (!cycle.empty()) {
    ASSERT_EQ(out.end, End::Cycle);
    ASSERT_EQ((out.cycle_to - out.cycle_from) % cycle.size(), 0u);
    const std::size_t at = out.cycle_from;
    for (std::size_t i = 0; i < out.cycle_to - out.cycle_from; ++i) // the same up to where it begins
      EXPECT_NE(std::find(cycle.begin(), cycle.end(), std::to_string(rows.pcs.at(at + i))), cycle.end());
  }
  for (const auto &[array, wanted] : arrays(key("final"), p.kernel))
    EXPECT_EQ(machine.memory().contents(array), wanted) << p.kernel.arrays[array].name;
  const std::vector<std::string> depths = split(key("depths"), ' ');
  for (std::size_t l = 0; l < depths.size(); ++l)
    EXPECT_EQ(std::to_string(machine.monitors(0).depth()[l]), depths[l]) << "calls of lane " << l;
  if (!c.keys.contains("explore"))
    return;
  ExploreLimits limits;
  std::set<std::vector<std::vector<std::uint64_t>>> ends;
  for (const std::string &one : split(key("every end"), '|')) {
    limits.arrays.clear();
    std::vector<std::vector<std::uint64_t>> contents;
    for (const auto &[array, wanted] : arrays(one, p.kernel)) {
      limits.arrays.push_back(array);
      contents.push_back(wanted);
    }
    ends.insert(contents);
  }
  const Seen seen = explore(machine, limits);
  ASSERT_TRUE(seen.complete);
  EXPECT_EQ(seen.never_ends ? "never ends" : seen.always_ends ? "always ends" : "may end", key("explore"));
  EXPECT_TRUE(!seen.never_ends || !seen.cycle.empty() || !seen.problems.empty()) << "the report shows why";
  if (!ends.empty()) {
    EXPECT_EQ(seen.outcomes, ends);
  }
  const auto problem = key("problem");
  EXPECT_EQ(seen.problems, problem.empty() ? std::vector<std::string>() : std::vector{problem});
}

INSTANTIATE_TEST_SUITE_P(Simt, SimtCase, testing::ValuesIn(all_cases()),
                         [](const auto &info) { return info.param.stem().string(); });

} // namespace
} // namespace lockstep::semantics::simt::test::test_simt_cases
