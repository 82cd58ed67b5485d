#include "confine/landlock.h"

#ifdef __linux__
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef __NR_landlock_create_ruleset
// The numbers are the same on all machines; headers may be older than the kernel.
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif

namespace stipple {
namespace {

// From linux/landlock.h, for the same reason.
struct RulesetAttributes {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};
struct __attribute__((packed)) PathBeneath {
  uint64_t allowed;
  int32_t parent;
};
constexpr uint32_t kVersionFlag = 1;
constexpr int kPathBeneath = 1;
constexpr uint64_t kReadFile = 1 << 2;
constexpr uint64_t kReadFolder = 1 << 3;
constexpr uint64_t kFirstRights = (1 << 13) - 1;
constexpr uint64_t kRefer = 1 << 13;
constexpr uint64_t kTruncate = 1 << 14;
constexpr uint64_t kDeviceControl = 1 << 15;
constexpr uint64_t kTcp = 3;
constexpr uint64_t kScopes = 3;

// Allow to read one file or folder. False where the rule cannot be added.
bool allowReading(int ruleset, const std::string& path) {
  const int file = open(path.c_str(), O_PATH | O_CLOEXEC);
  // What is not there cannot be read.
  if (file < 0) return true;
  struct stat facts{};
  const bool isFolder = fstat(file, &facts) == 0 && S_ISDIR(facts.st_mode);
  const PathBeneath rule{isFolder ? kReadFile | kReadFolder : kReadFile, file};
  const bool isAdded = syscall(__NR_landlock_add_rule, ruleset, kPathBeneath, &rule, 0) == 0;
  close(file);
  return isAdded;
}

}  // namespace

int landlockVersion() {
  const long version = syscall(__NR_landlock_create_ruleset, nullptr, 0, kVersionFlag);
  return version > 0 ? static_cast<int>(version) : 0;
}

int openRuleset(const std::vector<std::string>& readable) {
  const int version = landlockVersion();
  if (version == 0) return -1;
  RulesetAttributes attributes{kFirstRights, 0, 0};
  if (version >= 2) attributes.files |= kRefer;
  if (version >= 3) attributes.files |= kTruncate;
  if (version >= 5) attributes.files |= kDeviceControl;
  if (version >= 4) attributes.network = kTcp;
  if (version >= 6) attributes.scoped = kScopes;
  // Older kernels accept a longer structure as long as what they do not know is 0.
  const long made = syscall(__NR_landlock_create_ruleset, &attributes, sizeof(attributes), 0);
  if (made < 0) return -1;
  const int ruleset = static_cast<int>(made);
  for (const std::string& path : readable) {
    if (allowReading(ruleset, path)) continue;
    close(ruleset);
    return -1;
  }
  return ruleset;
}

bool restrictThread(int ruleset) { return syscall(__NR_landlock_restrict_self, ruleset, 0) == 0; }

}  // namespace stipple
#else
namespace stipple {
int landlockVersion() { return 0; }
int openRuleset(const std::vector<std::string>&) { return -1; }
bool restrictThread(int) { return false; }
}  // namespace stipple
#endif
