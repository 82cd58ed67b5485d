#include "confine/process.h"

#include "confine/descriptors.h"
#include "confine/every_thread.h"
#include "confine/landlock.h"
#include "confine/syscall_filter.h"

#ifdef __linux__
#include <linux/capability.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stipple {
namespace {

// Threads that a process may start beyond those that the machine has. Drawing takes a dozen. The system counts all
// threads of a user, so a smaller number would stop an honest process where other programs of its user start many.
constexpr rlim_t kMoreThreads = 1024;

// C libraries differ in the type of a resource.
bool limit(decltype(RLIMIT_FSIZE) resource, rlim_t most) {
  rlimit wanted{};
  if (getrlimit(resource, &wanted) != 0) return false;
  // A stricter limit stays.
  if (wanted.rlim_cur > most) wanted.rlim_cur = most;
  if (wanted.rlim_max > most) wanted.rlim_max = most;
  return setrlimit(resource, &wanted) == 0;
}

// Threads of the whole machine: the fourth figure of /proc/loadavg, `0.20 0.18 0.12 1/80 11206`.
rlim_t machineThreads() {
  FILE* const file = fopen("/proc/loadavg", "re");
  unsigned long threads = 0;
  if (file == nullptr) return 0;
  const int read = fscanf(file, "%*s %*s %*s %*u/%lu", &threads);
  fclose(file);
  return read == 1 ? threads : 0;
}

bool limitAll(uint64_t memoryBytes) {
  // Private writable memory: heaps and stacks count, address space that is only reserved does not (V8 and
  // WebAssembly reserve far more than they use, so RLIMIT_AS cannot serve).
  const bool memory = limit(RLIMIT_DATA, memoryBytes);
  // A core file of a process that died of hostile input helps nobody and fills the disk.
  const bool core = limit(RLIMIT_CORE, 0);
  const bool files = limit(RLIMIT_FSIZE, 0);
  const bool threads = limit(RLIMIT_NPROC, machineThreads() + kMoreThreads);
  return memory && core && files && threads;
}

// What each thread does; set before they begin.
int ruleset = -1;
__user_cap_data_struct rights[2];

// Rights of root and rules of Landlock are those of a thread. Only system calls.
bool confineThread() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  if (syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (ruleset >= 0 && !restrictThread(ruleset)) return false;
  return syscall(SYS_capset, &header, rights) == 0;
}

// The rights that root keeps: to read what is readable whoever owns it.
void chooseRights(bool reads) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct had[2]{};
  syscall(SYS_capget, &header, had);
  const uint32_t kept = reads ? CAP_TO_MASK(CAP_DAC_READ_SEARCH) : 0;
  rights[0] = {had[0].effective & kept, had[0].permitted & kept, 0};
  rights[1] = {0, 0, 0};
}

}  // namespace

std::vector<std::string> confine(const Confinement& confinement) {
  std::vector<std::string> missing;
  const auto note = [&missing](const char* name, bool holds) {
    if (!holds) missing.emplace_back(name);
  };
  note("limits", limitAll(confinement.memoryBytes));
  note("parent", prctl(PR_SET_PDEATHSIG, SIGKILL) == 0);
  // A group of its own, but no session: the scheduler would share the cores by session.
  note("group", setpgid(0, 0) == 0);
  note("descriptors", closeInherited(confinement.descriptors));
  ruleset = openRuleset(confinement.readable);
  chooseRights(!confinement.readable.empty());
  const bool threads = inEveryThread(confineThread);
  note("landlock", ruleset >= 0 && threads);
  if (ruleset >= 0) close(ruleset);
  const bool hidden = prctl(PR_SET_DUMPABLE, 0) == 0;
  note("privileges", threads && hidden);
  // Last, as it refuses what the others take.
  note("seccomp", filterSyscalls());
  return missing;
}

bool hideProcess() { return prctl(PR_SET_DUMPABLE, 0) == 0 && keepDescriptors(); }

}  // namespace stipple
#else
namespace stipple {
std::vector<std::string> confine(const Confinement&) {
  return {"limits", "parent", "group", "descriptors", "landlock", "privileges", "seccomp"};
}
bool hideProcess() { return false; }
}  // namespace stipple
#endif
