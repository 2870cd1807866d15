// What memory this machine, or the group of processes that we are in, has left, and whether the system
// has killed a process because there was none.
import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'

const MIB = 1024 * 1024
/** Of a group without a limit the file holds a number near 2^63. */
const NO_LIMIT = 2 ** 60

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const fieldOf = (text, name) => Number(new RegExp(`^${name}:?\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)

/** The folders of our group's memory controller and of those above it: of cgroups 2, and of 1. */
function groupFolders() {
  const folders = []
  for (const line of read('/proc/self/cgroup').split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    const base = { '': '/sys/fs/cgroup', memory: '/sys/fs/cgroup/memory' }[controllers]
    // In a container the path is often that of the machine, and the group is mounted at the base.
    for (let at = path ?? '/'; base; at = join(at, '..')) {
      folders.push(join(base, at))
      if (at === '/') break
    }
  }
  return folders
}

/** Bytes that a group may still use; what it keeps of files is given back when memory is short. */
export function leftIn(folder) {
  const first = (...names) =>
    names.map((name) => read(join(folder, name)).trim()).find((text) => text !== '')
  const limit = Number(first('memory.max', 'memory.limit_in_bytes'))
  const used = Number(first('memory.current', 'memory.usage_in_bytes'))
  if (!(limit < NO_LIMIT)) return Infinity
  const statistics = read(join(folder, 'memory.stat'))
  const ofFiles = fieldOf(statistics, 'total_inactive_file') || fieldOf(statistics, 'inactive_file')
  return limit - used + ofFiles
}

/** MiB that can still be used, swap included, whichever limit is the lowest. */
export function freeMemory() {
  const swap = fieldOf(read('/proc/meminfo'), 'SwapFree') * 1024
  return Math.max(0, Math.floor(Math.min(os.freemem() + swap, ...groupFolders().map(leftIn)) / MIB))
}

/** How many processes the system has killed for lack of memory since it runs. */
export const killedForMemory = () => fieldOf(read('/proc/vmstat'), 'oom_kill')
