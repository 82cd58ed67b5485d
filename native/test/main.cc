// Runs all tests of the kernel, or those whose name contains a word given.
#include <cstring>

#include "check.h"

int main(int count, char** words) {
  using stipple::test::failures;
  int run = 0;
  int failed = 0;
  for (const auto& test : stipple::test::tests()) {
    if (count > 1 && std::strstr(test.name, words[1]) == nullptr) continue;
    const int before = failures();
    test.run();
    run++;
    if (failures() == before) continue;
    failed++;
    std::cout << "not ok: " << test.name << "\n";
  }
  std::cout << run << " kernel tests, " << failed << " failed\n";
  return run == 0 || failed > 0 ? 1 : 0;
}
