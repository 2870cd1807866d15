import { execFileSync } from 'node:child_process'
import { cpSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Copies the packages of the project in `root` to `target`. Turbopack follows no link out of a
 * project. Hard links cost neither time nor space; on another disk the files are copied.
 */
export function copyPackages(root, target) {
  // The folder itself: of a link only the link would be copied, and what is removed below with it.
  const source = realpathSync(join(root, 'node_modules'))
  try {
    execFileSync('cp', ['-al', source, target], { stdio: 'ignore' })
  } catch {
    rmSync(target, { recursive: true, force: true })
    cpSync(source, target, { recursive: true, verbatimSymlinks: true })
  }
  // Written to in place, and would be shared with the original.
  rmSync(join(target, '.cache'), { recursive: true, force: true })
}
