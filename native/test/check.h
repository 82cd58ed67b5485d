// A test harness of a few lines: named tests, and checks that say what was expected.
#ifndef STIPPLE_TEST_CHECK_H_
#define STIPPLE_TEST_CHECK_H_

#include <iostream>
#include <string>
#include <vector>

namespace stipple::test {

struct Test {
  const char* name;
  void (*run)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

inline int& failures() {
  static int count = 0;
  return count;
}

struct Register {
  Register(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

template <typename Actual, typename Expected>
void checkEqual(const Actual& actual, const Expected& expected, const std::string& what, const char* file,
                int line) {
  if (actual == expected) return;
  failures()++;
  std::cout << file << ":" << line << ": " << what << ": expected " << expected << ", got " << actual << "\n";
}

inline void check(bool holds, const std::string& what, const char* file, int line) {
  if (holds) return;
  failures()++;
  std::cout << file << ":" << line << ": " << what << "\n";
}

// Numbers that every run repeats.
class Random {
 public:
  explicit Random(uint32_t seed) : state_(seed) {}
  uint32_t next() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ >> 8;
  }
  uint32_t below(uint32_t limit) { return next() % limit; }
  uint8_t byte() { return static_cast<uint8_t>(next() >> 4); }

 private:
  uint32_t state_;
};

}  // namespace stipple::test

#define STIPPLE_JOIN_(a, b) a##b
#define STIPPLE_JOIN(a, b) STIPPLE_JOIN_(a, b)
// TEST("a sentence that says what holds") { ... }
#define TEST(name)                                                                                       \
  static void STIPPLE_JOIN(test_, __LINE__)();                                                           \
  static const stipple::test::Register STIPPLE_JOIN(register_, __LINE__)(name,                           \
                                                                         STIPPLE_JOIN(test_, __LINE__)); \
  static void STIPPLE_JOIN(test_, __LINE__)()

#define CHECK(condition) stipple::test::check((condition), #condition, __FILE__, __LINE__)
#define CHECK_SAY(condition, what) stipple::test::check((condition), (what), __FILE__, __LINE__)
#define CHECK_EQUAL(actual, expected) \
  stipple::test::checkEqual((actual), (expected), #actual, __FILE__, __LINE__)

#endif  // STIPPLE_TEST_CHECK_H_
