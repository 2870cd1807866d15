// A temporary copy of the project, to change and build without touching the original.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/env.mjs'

/**
 * Copies the files of the working tree into `folder`, with the packages of this project and a
 * database client of its own. Returns the copy's path and a folder for temporary files.
 */
export function makeCopy(folder) {
  const path = join(folder, 'project')
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { mode: 0o755 })
  mkdirSync(path)
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  for (const file of listed.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    cpSync(join(root, file), join(path, file))
  }
  copyPackages(join(path, 'node_modules'))
  execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: path, stdio: 'ignore' })
  return { path, temporary }
}

// Turbopack follows no link out of the project. Hard links cost neither time nor space; on another
// disk the files are copied.
function copyPackages(target) {
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
