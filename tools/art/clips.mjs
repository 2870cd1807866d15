// The short clips of the sample works: a slow move over each scene, without sound. The page marks
// them as samples. Needs ffmpeg with libx264.
// node tools/art/clips.mjs [names…]      (all scenes of the samples, or only those named)
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'

const PICTURES = resolve(import.meta.dirname, '../../public/pictures')
// The podcasts' are in databases that were seeded before podcasts had tunes (tunes.ts).
const SCENES = [
  ...['podcast-1', 'podcast-2', 'solo-booth', 'headphones'],
  ...['video-1', 'video-2', 'camera', 'lights'],
  ...['livestream-1', 'livestream-2', 'mixing-desk', 'panel-table'],
]
const [WIDTH, HEIGHT, FRAMES_A_SECOND, SECONDS] = [1280, 720, 24, 8]
const FRAMES = FRAMES_A_SECOND * SECONDS

const folder = mkdtempSync(join(tmpdir(), 'clips-'))
for (const name of process.argv.length > 2 ? process.argv.slice(2) : SCENES) {
  // Moves by whole pixels of a picture four times as large: by those of the clip it would tremble.
  const still = join(folder, `${name}.png`)
  await sharp(join(PICTURES, `${name}-1280.webp`))
    .resize(WIDTH * 4)
    .toFile(still)
  const file = join(PICTURES, `${name}.mp4`)
  const move = `zoompan=z='1+0.12*on/${FRAMES}':x='(iw-iw/zoom)/2':y='(ih-ih/zoom)/2':d=${FRAMES}:s=${WIDTH}x${HEIGHT}:fps=${FRAMES_A_SECOND}`
  execFileSync('ffmpeg', [
    ...['-y', '-loglevel', 'error', '-i', still, '-vf', move],
    ...['-frames:v', String(FRAMES), '-c:v', 'libx264', '-preset', 'veryslow', '-crf', '29'],
    ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-an', '-map_metadata', '-1', file],
  ])
  console.log(`${name}.mp4  ${Math.round(statSync(file).size / 1024)} KB`)
}
rmSync(folder, { recursive: true })
