// Ends the processes of a parent that died without ending them itself (SIGKILL, a closed terminal,
// a crash). The parent reports { add: pid, signal } and { remove: pid } over IPC, a negative pid for a
// whole process group; when that channel closes, the remaining processes get their signal, and later
// SIGKILL, because a hung process ignores signals.
const POLITE_MS = 6_000
const left = new Map()

const kill = (pid, signal) => {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false // It has ended meanwhile.
  }
}

process.on('message', ({ add, remove, signal }) =>
  add ? left.set(add, signal) : left.delete(remove),
)
// In a terminal the parent's signals reach its whole group; this process must outlive them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

process.on('disconnect', () => {
  for (const [pid, signal] of left) kill(pid, signal)
  const deadline = Date.now() + POLITE_MS
  setInterval(() => {
    for (const pid of left.keys()) if (!kill(pid, 0)) left.delete(pid)
    if (left.size > 0 && Date.now() < deadline) return
    for (const pid of left.keys()) kill(-Math.abs(pid), 'SIGKILL') || kill(pid, 'SIGKILL')
    process.exit(0)
  }, 100)
})
