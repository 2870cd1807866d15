// The content of the screens in the pictures, drawn by this script: an editing timeline, a grading
// desk, a multi-view, a camera's monitor, a prompter.
// node tools/art/screens.mjs <edit|grade|multiview|viewfinder|prompter> <out.png> [picture]
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const PICTURES = fileURLToPath(new URL('../../public/pictures/', import.meta.url))
const W = 1920
const H = 1080
const FONT = 'font-family="Liberation Sans, Arial, sans-serif"'
const INK = {
  ground: '#101113',
  panel: '#191a1d',
  line: '#2b2c30',
  text: '#a9a59b',
  faint: '#65625c',
  tungsten: '#ffb84d',
  red: '#ff4a36',
  green: '#5cc94f',
}

/** The same numbers every time: a picture rendered twice must be identical. */
function dice(seed) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

const rect = (x, y, w, h, fill, extra = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${extra}/>`
const text = (x, y, size, words, fill = INK.text, extra = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${FONT} ${extra}>${words}</text>`
const stroke = (x1, y1, x2, y2, colour, width = 1) =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="${width}"/>`

/** A picture of the studio as a data address; a dark plate when it has not been rendered yet. */
async function frame(name, width = 960, lift = 1.25) {
  const file = resolve(PICTURES, `${name}-1280.webp`)
  const source = existsSync(file)
    ? sharp(file)
    : sharp({ create: { width: 1280, height: 720, channels: 3, background: '#2a1d14' } })
  const bytes = await source
    .resize(width, Math.round((width * 9) / 16))
    .linear(lift, 4)
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

const image = (href, x, y, w, h, extra = '') =>
  `<image href="${href}" x="${x}" y="${y}" width="${w}" height="${h}" preserveAspectRatio="xMidYMid slice" ${extra}/>`

/** Speech as an audio waveform: bursts and pauses, mirrored about the middle. */
function waveform(x, y, w, h, colour, random) {
  const up = []
  const down = []
  let level = 0.4
  for (let i = 0; i <= w; i += 2) {
    if (random() < 0.035) level = random() < 0.3 ? 0.05 : 0.35 + random() * 0.6
    const reach = (h / 2) * level * (0.35 + random() * 0.65)
    up.push(`${x + i},${(y + h / 2 - reach).toFixed(1)}`)
    down.unshift(`${x + i},${(y + h / 2 + reach).toFixed(1)}`)
  }
  return `<polygon points="${[...up, ...down].join(' ')}" fill="${colour}"/>`
}

const document = (body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${rect(0, 0, W, H, INK.ground)}${body}</svg>`

async function edit(picture) {
  const random = dice(7)
  const [main, close, wide] = await Promise.all([
    frame(picture, 960),
    frame('microphone', 480),
    frame('video-1', 480),
  ])
  const parts = [
    rect(0, 0, W, 34, '#1e1f22'),
    text(20, 23, 15, 'EP 042 — FINAL CUT'),
    text(W - 190, 23, 15, 'AUTOSAVED 23:48', INK.faint),
  ]
  // Bin, program viewer, levels.
  parts.push(rect(8, 42, 520, 488, INK.panel), text(24, 66, 15, 'BIN'))
  ;[main, close, wide, close, main, wide].forEach((href, i) => {
    const x = 24 + (i % 2) * 250
    const y = 82 + Math.floor(i / 2) * 148
    parts.push(
      image(href, x, y, 236, 120),
      rect(
        x,
        y,
        236,
        120,
        'none',
        `stroke="${i === 0 ? INK.tungsten : INK.line}" stroke-width="2"`,
      ),
      text(x, y + 138, 13, `A00${i + 1}_C0${i * 3 + 2}`, INK.faint),
    )
  })
  parts.push(
    rect(536, 42, 900, 488, '#0a0a0b'),
    image(main, 580, 50, 812, 440),
    text(580, 518, 19, '00:24:17:09', INK.tungsten),
    text(1300, 518, 19, '01:02:40:00', INK.faint),
  )
  for (let i = 0; i < 5; i++)
    parts.push(
      `<circle cx="${930 + i * 34}" cy="511" r="${i === 2 ? 11 : 6}" fill="${i === 2 ? INK.text : INK.faint}"/>`,
    )
  parts.push(rect(1444, 42, 468, 488, INK.panel), text(1460, 66, 15, 'LEVELS'))
  for (let c = 0; c < 8; c++) {
    const reach = 10 + Math.floor(random() * 16)
    for (let i = 0; i < 32; i++)
      parts.push(
        rect(
          1466 + c * 55,
          504 - i * 13.4,
          34,
          10,
          i < reach ? (i > 26 ? INK.red : i > 20 ? INK.tungsten : INK.green) : '#242528',
        ),
      )
  }
  // The timeline: ruler, four picture tracks, five of sound.
  parts.push(rect(8, 538, W - 16, 534, INK.panel), rect(120, 538, W - 128, 34, '#202124'))
  for (let i = 0; i < 60; i++)
    parts.push(
      stroke(120 + i * 30, i % 5 ? 560 : 550, 120 + i * 30, 572, INK.faint, 1.5),
      i % 5
        ? ''
        : text(125 + i * 30, 556, 12, `00:${String(20 + i / 5).padStart(2, '0')}:00`, INK.faint),
    )
  const tracks = [
    ['V3', 34, '#7c5a22'],
    ['V2', 50, '#4d5f63'],
    ['V1', 68, '#74402c'],
    ['A1', 62, '#3d5a44'],
    ['A2', 62, '#3d5a44'],
    ['A3', 54, '#5d4b2a'],
    ['A4', 54, '#54363a'],
    ['A5', 50, '#3b4a58'],
  ]
  let y = 580
  tracks.forEach(([name, h, colour], t) => {
    parts.push(
      rect(8, y, 104, h, '#222327'),
      text(22, y + h / 2 + 6, 17, name),
      rect(72, y + h / 2 - 8, 16, 16, t === 2 || t === 3 ? INK.tungsten : INK.line, 'rx="3"'),
    )
    let x = 124 + (t < 2 ? 60 + random() * 160 : 0)
    while (x < W - 30) {
      const w = Math.min(
        t === 2
          ? 90 + random() * 170
          : t < 2
            ? 60 + random() * 130
            : t > 5
              ? 300 + random() * 500
              : 150 + random() * 330,
        W - 16 - x,
      )
      parts.push(`<g>${rect(x, y + 1, w, h - 3, colour, 'rx="3"')}`)
      if (t === 2 && w > 100)
        parts.push(
          image([main, close, wide][Math.floor(random() * 3)], x + 2, y + 3, 96, h - 7),
          image([main, close, wide][Math.floor(random() * 3)], x + w - 60, y + 3, 58, h - 7),
        )
      if (t > 2)
        parts.push(
          waveform(
            x + 3,
            y + 3,
            Math.floor(w - 8),
            h - 8,
            ['#8fc79c', '#8fc79c', '#d9b56a', '#c98a86', '#8fa9c4'][t - 3],
            random,
          ),
        )
      parts.push(stroke(x, y + 1.5, x + w, y + 1.5, '#ffffff44', 1.5), '</g>')
      x += w + (t < 2 ? 60 + random() * 240 : t > 5 ? 80 + random() * 200 : random() < 0.2 ? 26 : 3)
    }
    y += h + 5
  })
  parts.push(
    stroke(884, 540, 884, 1070, INK.red, 3.5),
    `<polygon points="870,538 898,538 898,554 884,570 870,554" fill="${INK.red}"/>`,
  )
  return document(parts.join(''))
}

async function grade(picture) {
  const random = dice(11)
  const main = await frame(picture, 1280)
  const parts = [
    rect(0, 0, W, 34, '#1e1f22'),
    image(main, 8, 42, 1180, 664),
    rect(1196, 42, 716, 664, INK.panel),
    rect(8, 714, W - 16, 358, INK.panel),
  ]
  for (let s = 0; s < 2; s++) {
    parts.push(rect(1212, 58 + s * 324, 684, 308, '#08090a'))
    for (let i = 0; i <= 4; i++)
      parts.push(stroke(1212, 58 + s * 324 + i * 77, 1896, 58 + s * 324 + i * 77, '#3a342a', 1.5))
    for (let i = 0; i < 5200; i++) {
      const x = random()
      const hill =
        0.12 +
        0.34 * Math.exp(-((x - 0.42) ** 2) / 0.02) +
        0.22 * Math.exp(-((x - 0.75) ** 2) / 0.008)
      const v = Math.min(0.95, hill * (0.15 + random() ** 1.6 * 1.3))
      parts.push(
        rect(
          (1212 + x * 684).toFixed(1),
          (366 + s * 324 - v * 300).toFixed(1),
          2,
          2,
          s ? ['#ff6a4a', '#6fdd9a', '#7aa6e0'][Math.floor(x * 3)] : '#d9cba8',
          'opacity=".5"',
        ),
      )
    }
  }
  ;['LIFT', 'GAMMA', 'GAIN', 'OFFSET'].forEach((name, i) => {
    const cx = 240 + i * 300
    parts.push(
      `<circle cx="${cx}" cy="880" r="112" fill="#0d0e0f" stroke="#3a3a3d" stroke-width="9"/><circle cx="${cx + (random() - 0.3) * 40}" cy="${880 - random() * 36}" r="8" fill="${INK.tungsten}"/>`,
    )
    parts.push(
      stroke(cx - 104, 880, cx + 104, 880, '#333437'),
      stroke(cx, 776, cx, 984, '#333437'),
      text(cx - 28, 752, 17, name),
      rect(cx - 100, 1022, 200, 7, '#2d2e31'),
      rect(cx - 100, 1022, 60 + random() * 100, 7, INK.tungsten),
    )
  })
  parts.push(
    `<path d="M1340 1040 C1480 1020 1540 900 1640 860 S1820 780 1890 740" fill="none" stroke="${INK.text}" stroke-width="4"/>`,
    rect(1336, 736, 558, 308, 'none', `stroke="${INK.line}" stroke-width="2"`),
  )
  return document(parts.join(''))
}

async function multiview() {
  const names = [
    'podcast-2',
    'podcast-1',
    'microphone',
    'panel-table',
    'hero',
    'solo-booth',
    'entrance',
    'headphones',
    'camera',
    'mixing-desk',
  ]
  const files = await Promise.all(names.map((name) => frame(name, 960, 1.45)))
  const parts = []
  const cell = (href, x, y, w, h, label, edge) => {
    parts.push(
      image(href, x + 4, y + 4, w - 8, h - 8),
      rect(
        x + 3,
        y + 3,
        w - 6,
        h - 6,
        'none',
        `stroke="${edge}" stroke-width="${edge === INK.line ? 3 : 9}"`,
      ),
    )
    parts.push(
      rect(x + w / 2 - 74, y + h - 40, 148, 30, '#000000cc'),
      text(
        x + w / 2,
        y + h - 18,
        20,
        label,
        edge === INK.line ? INK.text : edge,
        'text-anchor="middle" font-weight="bold"',
      ),
    )
  }
  cell(files[1], 0, 0, 960, 540, 'PREVIEW', INK.green)
  cell(files[0], 960, 0, 960, 540, 'PROGRAM', INK.red)
  files
    .slice(2)
    .forEach((href, i) =>
      cell(
        href,
        (i % 4) * 480,
        540 + Math.floor(i / 4) * 270,
        480,
        270,
        `CAM ${i + 1}`,
        i === 1 ? INK.red : i === 4 ? INK.green : INK.line,
      ),
    )
  return document(parts.join(''))
}

async function viewfinder(picture) {
  const parts = [
    image(await frame(picture, 1920, 1.5), 0, 0, W, H),
    rect(0, 0, W, 78, '#000000aa'),
    rect(0, H - 74, W, 74, '#000000aa'),
  ]
  parts.push(
    `<circle cx="70" cy="40" r="18" fill="${INK.red}"/>`,
    text(104, 54, 42, 'REC', INK.red, 'font-weight="bold"'),
    text(760, 54, 42, '00:24:17:09', '#e9e4da'),
    text(1640, 54, 42, '4K 25p', '#e9e4da'),
  )
  parts.push(
    text(40, H - 22, 38, 'ISO 800   T2.0   1/50   3200K', '#d8d2c4'),
    rect(W - 300, H - 52, 240, 28, '#26282a'),
    rect(W - 300, H - 52, 170, 28, INK.green),
  )
  for (const [x, y, dx, dy] of [
    [120, 130, 1, 1],
    [W - 120, 130, -1, 1],
    [120, H - 130, 1, -1],
    [W - 120, H - 130, -1, -1],
  ])
    parts.push(
      `<path d="M${x + dx * 90} ${y} H${x} V${y + dy * 90}" fill="none" stroke="#e9e4da" stroke-width="4"/>`,
    )
  parts.push(
    stroke(W / 2 - 36, H / 2, W / 2 + 36, H / 2, '#e9e4daaa', 3),
    stroke(W / 2, H / 2 - 36, W / 2, H / 2 + 36, '#e9e4daaa', 3),
  )
  return document(parts.join(''))
}

async function prompter() {
  const lines = [
    'Good evening, and',
    'welcome to the studio.',
    'Tonight we begin',
    'with a simple idea:',
    'say it once, say it well.',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}">${rect(0, 0, W, H, '#000')}${lines.map((line, i) => text(W / 2, 230 + i * 180, 128, line, i === 1 ? '#fff' : '#bbb', 'text-anchor="middle" font-weight="bold"')).join('')}</svg>`
}

const [which, out, picture = 'podcast-2'] = process.argv.slice(2)
const draw = { edit, grade, multiview, viewfinder, prompter }[which]
if (!draw || !out) {
  console.error(
    'node tools/art/screens.mjs <edit|grade|multiview|viewfinder|prompter> <out.png> [picture]',
  )
  process.exit(1)
}
await sharp(Buffer.from(await draw(picture)))
  .png()
  .toFile(out)
