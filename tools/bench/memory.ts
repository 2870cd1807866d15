import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * KiB of the process: its own memory, and its share of what several have in common (PSS). Those of several
 * processes may be added.
 */
export const pssOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])

/** PostgreSQL's main process, whose data is in `folder`, and its children. */
export function postgresProcesses(folder: string): number[] {
  const main = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  const listed = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' })
  return [main, ...listed.stdout.split('\n').map(Number).filter(Boolean)]
}
