#include "confine/every_thread.h"

#ifdef __linux__
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <set>

namespace stipple {
namespace {

// The C libraries keep the signals 32 to 34 for themselves, and let no thread block them: a thread of Node blocks all
// others. glibc uses 33 for what setuid(2) does in every thread, musl to cancel threads; neither happens meanwhile.
constexpr int kSignal = 33;
// A thread answers in microseconds. One that does not is stuck in the kernel.
constexpr int kPatienceMs = 5000;

enum Answer { kNone, kDone, kFailed };

std::atomic<int> answer{kNone};
std::atomic<bool (*)()> task{nullptr};

// The action of a signal, as the kernel has it: sigaction(3) refuses the signals of the C library.
struct KernelAction {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)();
  uint64_t mask;
};
constexpr unsigned long kRestart = 0x10000000;   // SA_RESTART
constexpr unsigned long kRestorer = 0x04000000;  // SA_RESTORER

#ifdef __x86_64__
// What a handler returns to; on other machines the kernel brings its own.
__asm__(
    ".pushsection .text\n"
    ".type stipple_sigreturn,@function\n"
    "stipple_sigreturn:\n"
    "  mov $15, %rax\n"
    "  syscall\n"
    ".size stipple_sigreturn,.-stipple_sigreturn\n"
    ".popsection\n");
extern "C" __attribute__((visibility("hidden"))) void stipple_sigreturn();
constexpr unsigned long kFlags = kRestart | kRestorer;
constexpr void (*kReturn)() = stipple_sigreturn;
#else
constexpr unsigned long kFlags = kRestart;
constexpr void (*kReturn)() = nullptr;
#endif

void handle(int) {
  const int kept = errno;
  bool (*const work)() = task.load();
  if (work != nullptr) answer.store(work() ? kDone : kFailed);
  errno = kept;
}

int setAction(const KernelAction& action, KernelAction* former) {
  return static_cast<int>(syscall(SYS_rt_sigaction, kSignal, &action, former, sizeof(action.mask)));
}

// True when the thread has done the work, or is gone.
bool runIn(pid_t thread) {
  answer.store(kNone);
  if (syscall(SYS_tgkill, getpid(), thread, kSignal) != 0) return errno == ESRCH;
  const timespec pause{0, 20'000};
  for (int64_t waited = 0; answer.load() == kNone; waited += pause.tv_nsec) {
    if (waited > kPatienceMs * INT64_C(1'000'000)) return false;
    nanosleep(&pause, nullptr);
    if (answer.load() == kNone && syscall(SYS_tgkill, getpid(), thread, 0) != 0) return errno == ESRCH;
  }
  return answer.load() == kDone;
}

// The threads of this process that are not in `known`.
std::set<pid_t> newThreads(const std::set<pid_t>& known) {
  std::set<pid_t> found;
  DIR* const folder = opendir("/proc/self/task");
  if (folder == nullptr) return found;
  while (const dirent* const entry = readdir(folder)) {
    const pid_t thread = atoi(entry->d_name);
    if (thread > 0 && !known.contains(thread)) found.insert(thread);
  }
  closedir(folder);
  return found;
}

}  // namespace

bool inEveryThread(bool (*work)()) {
  const auto self = static_cast<pid_t>(syscall(SYS_gettid));
  KernelAction former{};
  if (setAction({handle, kFlags, kReturn, 0}, &former) != 0) return false;
  task.store(work);
  std::set<pid_t> done{self};
  bool isComplete = !newThreads({}).empty();
  for (auto more = newThreads(done); isComplete && !more.empty(); more = newThreads(done)) {
    for (const pid_t thread : more) isComplete = runIn(thread) && isComplete;
    done.merge(more);
  }
  task.store(nullptr);
  isComplete = setAction(former, nullptr) == 0 && isComplete;
  return work() && isComplete;
}

}  // namespace stipple
#else
namespace stipple {
bool inEveryThread(bool (*)()) { return false; }
}  // namespace stipple
#endif
