// Ends the processes of a parent that died without doing it itself (SIGKILL, a closed terminal, a
// crash). The parent tells it { add: pid, signal } and { remove: pid } over IPC; when that channel
// closes, whatever is left is ended: politely first, then for good, because a hung process ignores
// politeness.
const POLITE_MS = 6_000
const left = new Map()

const kill = (pid, signal) => {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false // it ended meanwhile
  }
}

process.on('message', ({ add, remove, signal }) =>
  add ? left.set(add, signal) : left.delete(remove),
)
// The parent's own signals reach its whole group in a terminal; this process must outlive them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

process.on('disconnect', () => {
  for (const [pid, signal] of left) kill(pid, signal)
  const deadline = Date.now() + POLITE_MS
  setInterval(() => {
    for (const pid of left.keys()) if (!kill(pid, 0)) left.delete(pid)
    if (left.size > 0 && Date.now() < deadline) return
    for (const pid of left.keys()) kill(-pid, 'SIGKILL') || kill(pid, 'SIGKILL')
    process.exit(0)
  }, 100)
})
