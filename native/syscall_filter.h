// What a confined process may ask of the system.
#ifndef STIPPLE_SYSCALL_FILTER_H_
#define STIPPLE_SYSCALL_FILTER_H_

namespace stipple {

// Take from the calling process, all its threads included and for good: new sockets, other programs, other
// processes (also those that exist), io_uring, kernel modules and the like. Such calls fail with EPERM
// (ENOSYS where callers have an alternative). Descriptors that are open stay usable. Needs no_new_privs;
// seccomp(2). Returns false where the system or the machine has no such filter.
bool filterSyscalls();

// Take io_uring from the calling thread, and from the threads and processes that it starts from now on: its
// setup fails with ENOSYS, as on an older kernel. Needs no_new_privs; seccomp(2). Returns the same as
// filterSyscalls.
bool refuseIoUring();

}  // namespace stipple

#endif  // STIPPLE_SYSCALL_FILTER_H_
