// A temporary copy of the project, with one fault in it at a time.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../env.mjs'

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

/**
 * Copies the files of commit `base`, or of the working tree when it is null, into `folder`, with
 * the packages of this project and a database client of its own. Resolves to the copy's path, a folder for
 * temporary files, and the commit's short name.
 */
export async function makeCopy(folder, base) {
  const path = join(folder, 'project')
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { mode: 0o755 })
  mkdirSync(path)
  if (base === null) {
    const listed = git('ls-files', '--cached', '--others', '--exclude-standard', '-z')
    for (const file of listed.split('\0').filter((name) => name && existsSync(join(root, name)))) {
      mkdirSync(dirname(join(path, file)), { recursive: true })
      cpSync(join(root, file), join(path, file))
    }
  } else {
    const archive = join(folder, 'base.tar')
    git('archive', `--output=${archive}`, base)
    execFileSync('tar', ['-xf', archive, '-C', path])
  }
  copyPackages(join(path, 'node_modules'))
  // The copy's schema may differ from that of the client here.
  execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: path, stdio: 'ignore' })
  return { path, temporary, commit: git('rev-parse', '--short', base ?? 'HEAD').trim() }
}

// Turbopack follows no link out of the project. Hard links cost neither time nor space; on another
// disk the files are copied.
function copyPackages(target) {
  const source = join(root, 'node_modules')
  try {
    execFileSync('cp', ['-al', source, target], { stdio: 'ignore' })
  } catch {
    rmSync(target, { recursive: true, force: true })
    cpSync(source, target, { recursive: true, verbatimSymlinks: true })
  }
  // Written to in place, and would be shared with the original.
  rmSync(join(target, '.cache'), { recursive: true, force: true })
}

/**
 * The files of the copy with `fault` in them: their new text by path, and the edits that do not
 * fit, as sentences. An old text must occur exactly once, so that a fault cannot silently have no
 * effect.
 */
export function seeded(path, fault) {
  const texts = new Map()
  const faults = []
  for (const { file: places, from, to } of fault.edits) {
    const file = [places].flat().find((place) => existsSync(join(path, place)))
    if (file === undefined) {
      faults.push(`${fault.name}: there is no ${[places].flat().join(', nor ')}`)
      continue
    }
    const full = join(path, file)
    const text = texts.get(file) ?? readFileSync(full, 'utf8')
    // Where a name has changed since an older commit, both texts are lists, the current one first.
    const at = [from].flat().findIndex((one) => text.includes(one))
    const old = [from].flat()[Math.max(at, 0)]
    const times = text.split(old).length - 1
    if (times !== 1) faults.push(`${fault.name}: ${file} has its old text ${times} times`)
    texts.set(
      file,
      text.replace(old, () => [to].flat()[Math.max(at, 0)]),
    )
  }
  return { texts, faults }
}

/** Runs `work` while the fault is in the copy; always removes it afterwards. */
export async function withFault(copy, fault, work) {
  const { texts } = seeded(copy.path, fault)
  const before = new Map(
    [...texts.keys()].map((file) => [file, readFileSync(join(copy.path, file))]),
  )
  try {
    for (const [file, text] of texts) writeFileSync(join(copy.path, file), text)
    return await work()
  } finally {
    for (const [file, bytes] of before) writeFileSync(join(copy.path, file), bytes)
  }
}
