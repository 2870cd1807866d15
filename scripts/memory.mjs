// How much memory the server's Node may take for young objects, and how many arenas its allocator
// has, by the memory that there is. npm start gives what this prints to env. Uses Node's own modules
// only.
import { existsSync, realpathSync } from 'node:fs'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const MIB = 1024 ** 2
/** Below it an instance takes 80 MiB less, and its visitors wait for the garbage collector. */
const PLENTY_MIB = 768

/** What this process may take, in bytes: the limit of its control group, or what the machine has. */
export const memoryFound = (limit = process.constrainedMemory?.(), machine = totalmem()) =>
  limit ? Math.min(limit, machine) : machine

/**
 * The environment variables and Node's options of a server that may take so many bytes.
 *
 * @param {number} bytes
 * @returns {{ variables: Record<string, string>; options: string[] }}
 */
export const nodeFor = (bytes) =>
  bytes < PLENTY_MIB * MIB
    ? { variables: { MALLOC_ARENA_MAX: '2' }, options: ['--max-semi-space-size=8'] }
    : { variables: {}, options: ['--max-semi-space-size=24'] }

const [, started = ''] = process.argv
if (existsSync(started) && realpathSync(started) === fileURLToPath(import.meta.url)) {
  const { variables, options } = nodeFor(memoryFound())
  const pairs = Object.entries(variables).map((pair) => pair.join('='))
  // Node by the name that it was started with.
  console.log([...pairs, process.argv0, ...options].join(' '))
}
