#include "confine/syscall_filter.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define STIPPLE_HAS_FILTER 1
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <span>
#include <utility>
#include <vector>
#endif

namespace stipple {

#ifdef STIPPLE_HAS_FILTER
namespace {

#ifdef __x86_64__
constexpr uint32_t kMachine = AUDIT_ARCH_X86_64;
// Numbers from here on are the same calls for programs with short pointers (x32).
constexpr uint32_t kFirstForeignCall = 0x40000000;
#else
constexpr uint32_t kMachine = AUDIT_ARCH_AARCH64;
constexpr uint32_t kFirstForeignCall = UINT32_MAX;
#endif

constexpr uint32_t kAllow = SECCOMP_RET_ALLOW;
constexpr uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;
// As on an older kernel: callers then take another call.
constexpr uint32_t kUnknown = SECCOMP_RET_ERRNO | ENOSYS;
constexpr uint32_t kEnd = 0x80000000;  // SECCOMP_RET_KILL_PROCESS

// Numbers that are the same on all machines; headers may be older than the kernel.
constexpr uint32_t kIoUringSetup = 425;
constexpr uint32_t kIoUringEnter = 426;
constexpr uint32_t kIoUringRegister = 427;
constexpr uint32_t kClone3 = 435;
constexpr uint32_t kOpenat2 = 437;
constexpr uint32_t kFaccessat2 = 439;
constexpr uint32_t kEpollPwait2 = 441;
constexpr uint32_t kFutexWaitv = 449;

// With any arguments. The first group is the most frequent.
constexpr uint32_t kAllowed[] = {
    __NR_futex, __NR_read, __NR_write, __NR_writev, __NR_epoll_pwait, __NR_madvise, __NR_mprotect,
    // Memory.
    __NR_mmap, __NR_munmap, __NR_mremap, __NR_brk, __NR_membarrier, __NR_pkey_mprotect, __NR_pkey_alloc,
    __NR_pkey_free,
    // Descriptors that are open.
    __NR_readv, __NR_pread64, __NR_preadv, __NR_lseek, __NR_fstat, __NR_close, __NR_epoll_ctl, __NR_ppoll,
    __NR_shutdown,
    // What there is of files; what is in them takes the right to open them.
    __NR_newfstatat, __NR_statx, __NR_readlinkat, __NR_faccessat, __NR_getdents64, __NR_getcwd,
    // Threads and their signals.
    __NR_exit, __NR_exit_group, __NR_rseq, __NR_set_robust_list, __NR_set_tid_address, __NR_sched_yield,
    __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_sigaltstack, __NR_restart_syscall,
    // How a thread is scheduled: the locks of Node 24 ask for that of one that waits.
    __NR_sched_getparam, __NR_sched_getscheduler,
    // The time, and facts of the process itself.
    __NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep, __NR_nanosleep, __NR_gettimeofday,
    __NR_getrandom, __NR_getpid, __NR_getppid, __NR_gettid, __NR_getuid, __NR_geteuid, __NR_getgid,
    __NR_getegid, __NR_getrusage, __NR_getcpu, __NR_uname, __NR_sysinfo,
#ifdef __x86_64__
    // The older names of some of these, which machines have that are not as old.
    __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_epoll_wait, __NR_poll, __NR_time,
#endif
};

constexpr uint32_t kNotThere[] = {kIoUringSetup, kIoUringEnter, kIoUringRegister, kClone3,
                                  kOpenat2,      kFaccessat2,   kEpollPwait2,     kFutexWaitv};

// A thread as the C libraries start it: all is shared with the others, and nothing else is asked for.
constexpr uint32_t kThread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
                             CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
// Without effect; musl sets it.
constexpr uint32_t kDetached = 0x00400000;

// What opens a file in any other way than to read it.
constexpr uint32_t kMoreThanReading = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | O_EXCL | (O_TMPFILE & ~O_DIRECTORY);

// F_SETFL may not ask for signals.
constexpr uint32_t kFdCommands[] = {F_GETFL, F_GETFD, F_SETFD, F_DUPFD_CLOEXEC};
constexpr uint32_t kDeviceRequests[] = {FIONREAD, FIONBIO, FIOCLEX, TCGETS, TIOCGWINSZ};
constexpr uint32_t kNameOfMemory = 0x53564d41;  // PR_SET_VMA
constexpr uint32_t kProcessRequests[] = {PR_SET_NAME, PR_GET_NAME, kNameOfMemory};

using Program = std::vector<sock_filter>;

void load(Program& program, size_t offset) {
  program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset)));
}

// Both machines are little-endian, so the low half of an argument comes first.
void loadArgument(Program& program, size_t index, bool highHalf = false) {
  load(program, offsetof(seccomp_data, args) + index * sizeof(uint64_t) + (highHalf ? sizeof(uint32_t) : 0));
}

void give(Program& program, uint32_t answer) { program.push_back(BPF_STMT(BPF_RET | BPF_K, answer)); }

void giveFor(Program& program, uint32_t value, uint32_t answer) {
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
  give(program, answer);
}

// `rules` decide about a call, and end in an answer.
void decide(Program& program, uint32_t call, const Program& rules) {
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, static_cast<uint8_t>(rules.size())));
  program.insert(program.end(), rules.begin(), rules.end());
}

// An argument must have one of some values.
Program oneOf(size_t argument, std::span<const uint32_t> values, uint32_t others = kRefuse) {
  Program rules;
  loadArgument(rules, argument);
  for (const uint32_t value : values) giveFor(rules, value, kAllow);
  give(rules, others);
  return rules;
}

// Of the bits of an argument that `mask` names, all must be as in `wanted`.
Program bits(size_t argument, uint32_t mask, uint32_t wanted) {
  Program rules;
  loadArgument(rules, argument);
  rules.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
  giveFor(rules, wanted, kAllow);
  give(rules, kRefuse);
  return rules;
}

// F_SETFL without O_ASYNC, or one of the commands that are harmless.
Program descriptorCommands() {
  Program rules;
  loadArgument(rules, 1);
  for (const uint32_t command : kFdCommands) giveFor(rules, command, kAllow);
  rules.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_SETFL, 1, 0));
  give(rules, kRefuse);
  loadArgument(rules, 2);
  rules.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_ASYNC, 0, 1));
  give(rules, kRefuse);
  give(rules, kAllow);
  return rules;
}

// Limits of the process itself, to read them: no new ones are given.
Program ownLimits() {
  Program rules;
  loadArgument(rules, 0);
  rules.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
  give(rules, kRefuse);
  loadArgument(rules, 2);
  rules.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
  give(rules, kRefuse);
  loadArgument(rules, 2, true);
  giveFor(rules, 0, kAllow);
  give(rules, kRefuse);
  return rules;
}

// Loads the number of the call. @param foreign  what calls of other machines get
Program programStart(uint32_t foreign) {
  Program program;
  load(program, offsetof(seccomp_data, arch));
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kMachine, 1, 0));
  give(program, foreign);
  load(program, offsetof(seccomp_data, nr));
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kFirstForeignCall, 0, 1));
  give(program, foreign);
  return program;
}

Program filterProgram() {
  Program program = programStart(kEnd);
  for (const uint32_t call : kAllowed) giveFor(program, call, kAllow);
  for (const uint32_t call : kNotThere) giveFor(program, call, kUnknown);
  const auto self = static_cast<uint32_t>(getpid());
  const uint32_t own[] = {0, self};
  decide(program, __NR_openat, bits(2, kMoreThanReading, O_RDONLY));
#ifdef __NR_open
  decide(program, __NR_open, bits(1, kMoreThanReading, O_RDONLY));
#endif
  decide(program, __NR_fcntl, descriptorCommands());
  decide(program, __NR_ioctl, oneOf(1, kDeviceRequests));
  decide(program, __NR_prctl, oneOf(0, kProcessRequests));
  decide(program, __NR_prlimit64, ownLimits());
#ifdef __NR_getrlimit
  giveFor(program, __NR_getrlimit, kAllow);
#endif
  // glibc asks for that of a thread in pthread_getattr_np(3), and takes it for an answer that there is no such call. Where
  // it is refused, there is no answer: V8 then takes the stack of the first thread for that of each, and scans beyond its
  // end.
  decide(program, __NR_sched_getaffinity, oneOf(0, own, kUnknown));
  decide(program, __NR_clone, bits(0, ~kDetached, kThread));
  // abort() and its like signal a thread of the process itself.
  decide(program, __NR_tgkill, oneOf(0, std::span(&self, 1)));
  give(program, kRefuse);
  return program;
}

bool install(Program program, unsigned int flags) {
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  // Without the last flag, kernels before 5.16 slow a filtered thread down, as a defence against speculative
  // reads.
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0;
}

}  // namespace

bool filterSyscalls() { return install(filterProgram(), SECCOMP_FILTER_FLAG_TSYNC); }

bool refuseIoUring() {
  Program program = programStart(kRefuse);
  // Refuses only the setup: this thread may already have an io_uring, and goes on using it.
  giveFor(program, kIoUringSetup, kUnknown);
  give(program, kAllow);
  return install(std::move(program), 0);
}

bool canFilterSyscalls() {
  // A filter that cannot be read: where filters are known, that is what is wrong.
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, nullptr) != 0 && errno == EFAULT;
}
#else
bool filterSyscalls() { return false; }
bool refuseIoUring() { return false; }
bool canFilterSyscalls() { return false; }
#endif

}  // namespace stipple
