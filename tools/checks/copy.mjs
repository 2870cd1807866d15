// A temporary copy of the project, to change and build without touching the original.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/env.mjs'
import { copyPackages } from './copy-packages.mjs'

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
  copyPackages(root, join(path, 'node_modules'))
  execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: path, stdio: 'ignore' })
  return { path, temporary }
}
