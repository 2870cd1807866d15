// The sounds of the sample podcasts: a few bars each, computed here, nobody's voice and nobody's work.
// The page marks them as samples. Needs ffmpeg with libmp3lame.
// node scripts/run.mjs tools/art/tunes.ts   → public/pictures/*.mp3, prisma/seed-data/tunes.json
import { execFileSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { peaksOf } from '@/lib/uploads/rules'

const [FOLDER, PEAKS] = ['public/pictures', 'prisma/seed-data/tunes.json']
const RATE = 44_100
const BEATS = 16
/** Seconds in which the last beat dies away. */
const TAIL = 1.2

type Tune = {
  name: string
  bpm: number
  /** One for each bar: its bass as a note of MIDI, and the notes above it. */
  bars: [bass: number, chord: number[]][]
  /** The order in which the notes of a chord are played, one each half beat; null is a rest. */
  figure: (number | null)[]
  /** How bright a note begins, and how fast it dies away. */
  bright: number
  decay: number
  /** Half beats of each bar on which the drum and the brush are heard. */
  drum: number[]
  brush: number[]
}

const TUNES: Tune[] = [
  {
    name: 'lorong-lama',
    bpm: 124,
    bars: [
      [45, [57, 60, 64, 67]],
      [41, [57, 60, 65, 69]],
      [48, [55, 60, 64, 67]],
      [43, [55, 59, 62, 67]],
    ],
    figure: [0, null, 2, 1, null, 3, 2, 1],
    ...{ bright: 0.5, decay: 2.4, drum: [0, 3, 6], brush: [2, 5, 7] },
  },
  {
    name: 'half-a-bucket',
    bpm: 138,
    bars: [
      [50, [62, 65, 69, 72]],
      [43, [59, 62, 65, 69]],
      [48, [60, 64, 67, 71]],
      [45, [61, 64, 67, 69]],
    ],
    figure: [0, 2, null, 3, 1, null, 2, null],
    ...{ bright: 1.2, decay: 5, drum: [0, 4], brush: [1, 2, 3, 5, 6, 7] },
  },
  {
    name: 'the-second-year',
    bpm: 116,
    bars: [
      [40, [52, 59, 64, 67]],
      [48, [55, 60, 64, 71]],
      [43, [55, 59, 62, 66]],
      [38, [54, 57, 62, 69]],
    ],
    figure: [0, 1, 2, 3, 2, 3, 1, 2],
    ...{ bright: 0.25, decay: 1.6, drum: [0], brush: [4] },
  },
  {
    name: 'ward-rounds',
    bpm: 130,
    bars: [
      [46, [58, 62, 65, 70]],
      [43, [58, 62, 67, 70]],
      [39, [58, 63, 67, 70]],
      [41, [57, 60, 65, 69]],
    ],
    figure: [3, null, 2, null, 1, 2, null, 0],
    ...{ bright: 0.8, decay: 3.2, drum: [0, 4, 5], brush: [2, 6] },
  },
]

const hertz = (note: number) => 440 * 2 ** ((note - 69) / 12)

/** The same noise in every run. */
function noise(): () => number {
  let state = 1
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 31 - 1
  }
}

function samplesOf({ bpm, bars, figure, bright, decay, drum, brush }: Tune): Float32Array {
  const half = 30 / bpm
  const samples = new Float32Array(Math.ceil((BEATS * 2 * half + TAIL) * RATE))
  const hiss = noise()
  const add = (from: number, seconds: number, at: (t: number) => number) => {
    const first = Math.round(from * RATE)
    const end = Math.min(samples.length, first + Math.round(seconds * RATE))
    for (let index = first; index < end; index++)
      samples[index]! += at((index - first) / RATE) * Math.min(1, (end - index) / (0.01 * RATE))
  }
  const key = (note: number, loud: number) => {
    const turn = 2 * Math.PI * hertz(note)
    return (t: number) =>
      loud *
      Math.min(1, t * 250) *
      Math.exp(-decay * t) *
      Math.sin(turn * t + bright * Math.exp(-8 * t) * Math.sin(2 * turn * t))
  }
  for (const [bar, [bass, chord]] of bars.entries()) {
    const begin = bar * figure.length * half
    for (const beat of [0, 5])
      add(begin + beat * half, 3 * half, (t) => {
        const turn = 2 * Math.PI * hertz(bass) * t
        return 0.3 * Math.min(1, t * 120) * Math.exp(-2.2 * t) * Math.tanh(1.6 * Math.sin(turn))
      })
    for (const note of chord) add(begin, figure.length * half, key(note, 0.06))
    for (const [nth, which] of figure.entries()) {
      const from = begin + nth * half
      if (which !== null) {
        const note = (chord[which] ?? bass) + 12
        add(from, 1.5, key(note, 0.16))
        add(from + 1.5 * half, 1.2, key(note, 0.045))
      }
      if (drum.includes(nth))
        add(
          from,
          0.25,
          (t) => 0.4 * Math.exp(-16 * t) * Math.sin(280 * t + 24 * (1 - Math.exp(-14 * t))),
        )
      if (brush.includes(nth)) add(from, 0.09, (t) => 0.05 * Math.exp(-45 * t) * hiss())
    }
  }
  const loudest = samples.reduce((a, b) => Math.max(a, Math.abs(b)), 0)
  const fade = (index: number) => Math.min(1, (samples.length - index) / (TAIL * RATE))
  return samples.map((sample, index) => (0.8 * sample * fade(index)) / loudest)
}

const peaks = TUNES.map((tune) => {
  const samples = samplesOf(tune)
  const file = join(FOLDER, `${tune.name}.mp3`)
  execFileSync(
    process.env.FFMPEG ?? 'ffmpeg',
    [
      ...['-y', '-loglevel', 'error', '-f', 'f32le', '-ar', String(RATE), '-ac', '1', '-i', '-'],
      ...['-c:a', 'libmp3lame', '-b:a', '40k', '-map_metadata', '-1', '-bitexact', file],
    ],
    { input: Buffer.from(samples.buffer) },
  )
  const seconds = (samples.length / RATE).toFixed(1)
  console.log(`${tune.name}.mp3  ${seconds} s  ${Math.round(statSync(file).size / 1024)} KB`)
  return [tune.name, peaksOf(samples)] as const
})
writeFileSync(PEAKS, `${JSON.stringify(Object.fromEntries(peaks), null, 2)}\n`)
