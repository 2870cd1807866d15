// Where the server spends its time: a CPU profile for each query, in a separate instance, from the
// moment the load begins.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Site } from '@/tests/support/site'

/** The file that `node --cpu-prof` writes; times in microseconds of the system's own clock. */
type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
  startTime: number
}

export type Profile = {
  name: string
  /** Shares of the time in which the thread was busy, largest first. */
  parts: [part: string, share: number][]
  functions: [name: string, share: number][]
}

const FUNCTIONS = 10

/** Profiles an instance under `load`. It is started for this and stopped afterwards. */
export async function profileOf(
  site: Site,
  { name, load }: { name: string; load(url: string): Promise<unknown> },
): Promise<Profile> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-profile-'))
  try {
    const options = ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${folder}`]
    const app = await site.startAnother({}, options)
    await load(app.url) // Compiles what is requested for the first time.
    const begun = Number(process.hrtime.bigint() / 1_000n)
    await load(app.url)
    await app.stop()
    const [largest = ''] = readdirSync(folder)
      .map((file) => join(folder, file))
      .sort((a, b) => readFileSync(b).length - readFileSync(a).length)
    const profile = JSON.parse(readFileSync(largest, 'utf8')) as CpuProfile
    return { name, ...sharesOf(profile, begun) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function sharesOf({ nodes, samples, timeDeltas, startTime }: CpuProfile, from: number) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const [parts, functions] = [new Map<string, number>(), new Map<string, number>()]
  let busy = 0
  let at = startTime
  samples.forEach((sample, index) => {
    const took = timeDeltas[index] ?? 0
    at += took
    const frame = frames.get(sample)
    if (!frame || at < from || frame.functionName === '(idle)') return
    busy += took
    add(parts, partOf(frame), took)
    add(functions, nameOf(frame), took)
  })
  const ranked = (times: Map<string, number>): [string, number][] =>
    [...times]
      .map(([name, time]): [string, number] => [name, time / busy])
      .sort(([, a], [, b]) => b - a)
  return { parts: ranked(parts), functions: ranked(functions).slice(0, FUNCTIONS) }
}

const add = (times: Map<string, number>, key: string, took: number) =>
  times.set(key, (times.get(key) ?? 0) + took)

type Frame = CpuProfile['nodes'][number]['callFrame']

const SYSTEM_CALLS = /^(writev?|write\w+String|writeBuffer|readFile\w*|open|close|shutdown)$/
const PARTS: [part: string, belongs: (frame: Frame) => boolean][] = [
  ['garbage collector', ({ functionName }) => functionName === '(garbage collector)'],
  [
    'writing to sockets, gzip and files',
    ({ functionName, url }) => url === '' && SYSTEM_CALLS.test(functionName),
  ],
  ['Next.js', ({ url }) => /node_modules\/(next|react|react-dom)\//.test(url)],
  ['Prisma', ({ url }) => /node_modules\/@?prisma\b|^wasm:/.test(url)],
  ['pg', ({ url }) => /node_modules\/pg\b|node_modules\/pg-/.test(url)],
  ['other packages', ({ url }) => url.includes('node_modules/')],
  [
    'our code, with what is bundled into it',
    ({ url }) => /\/(dist|\.next)\/|^app\/|^lib\//.test(url),
  ],
  ['Node.js', () => true],
]

const partOf = (frame: Frame): string =>
  PARTS.find(([, belongs]) => belongs(frame))?.[0] ?? 'Node.js'

const nameOf = ({ functionName, url, lineNumber }: Frame): string => {
  const file = url.replace(/^.*\/node_modules\//, '').replace(/^.*\/(?=(dist|\.next)\/)/, '')
  return `${functionName || '(anonymous)'}${file ? ` ${file}:${lineNumber + 1}` : ''}`
}
