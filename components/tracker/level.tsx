'use client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { LEVEL_EVERY_MS, levelBand, loudestParts, nextLevel } from '@/lib/recording/rules'
import './level.css'

const BAR = 4
const STEP = 7
// Shown with reduced motion: the levels of one sentence, the same each time.
const STILL = [18, 34, 52, 61, 44, 38, 57, 66, 49, 31, 12, 8, 27, 46, 63, 78, 58, 41, 36, 22]
const COLOUR = { green: '--color-meter', yellow: '--color-tungsten', red: '--color-onair' } as const

/** The last levels as a waveform, the newest at the right; what does not fit is dropped. */
function draw(canvas: HTMLCanvasElement, levels: number[]): void {
  const scale = window.devicePixelRatio || 1
  const { clientWidth: width, clientHeight: height } = canvas
  if (canvas.width !== width * scale)
    [canvas.width, canvas.height] = [width * scale, height * scale]
  const pen = canvas.getContext('2d')
  if (!pen) return
  const room = Math.floor(width / STEP) + 1
  if (levels.length > room) levels.splice(0, levels.length - room)
  const style = getComputedStyle(canvas)
  pen.setTransform(scale, 0, 0, scale, 0, 0)
  pen.clearRect(0, 0, width, height)
  for (const [index, level] of levels.entries()) {
    const tall = Math.max(2, (level / 100) * height)
    pen.fillStyle = style.getPropertyValue(COLOUR[levelBand(level)])
    pen.fillRect(width - (levels.length - index) * STEP, (height - tall) / 2, BAR, tall)
  }
}

type LevelProps = {
  running: boolean
  label: string
  /** Earlier levels, of a session that continues after a reload. */
  heard: readonly number[]
  /** Called with the loudest level of about each second. */
  onSecond: (level: number) => void
}

const TICKS_A_SECOND = 1000 / LEVEL_EVERY_MS

/**
 * The simulated level ten times a second, drawn without React: a waveform and a column of lamps.
 * With reduced motion neither moves, but the level is still simulated.
 */
export function Level({ running, label, heard, onSecond }: LevelProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const levels = useRef<number[]>(heard.slice(-240))
  const report = useEffectEvent(onSecond)

  useEffect(() => {
    const show = (level: number, shown: number[]) => {
      if (!box.current || !canvas.current) return
      box.current.style.setProperty('--level', `${level}%`)
      box.current.dataset.band = levelBand(level)
      draw(canvas.current, shown)
    }
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isStill)
      show(
        running ? 50 : 0,
        Array.from({ length: 240 }, (_, index) => STILL[index % STILL.length] ?? 0),
      )
    else show(0, levels.current)
    if (!running) return
    let level = 0
    let second: number[] = []
    const timer = setInterval(() => {
      level = nextLevel(level, Math.random)
      second.push(level)
      if (second.length === TICKS_A_SECOND) {
        report(Math.max(...second))
        second = []
      }
      if (isStill) return
      levels.current.push(level)
      show(level, levels.current)
    }, LEVEL_EVERY_MS)
    return () => clearInterval(timer)
  }, [running])

  return (
    <div
      ref={box}
      role="img"
      aria-label={label}
      className="level grid gap-3 rounded-md border border-line bg-ground p-4"
    >
      <canvas ref={canvas} className="h-24 w-full" />
      <div className="level-ladder h-4" />
      <span aria-hidden="true" className="text-xs text-muted">
        {label}
      </span>
    </div>
  )
}

/** The kept levels of a whole session as one waveform. */
export function SessionLevels({ levels, label }: { levels: readonly number[]; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const fit = () => draw(element, loudestParts(levels, Math.floor(element.clientWidth / STEP)))
    fit()
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [levels])
  return (
    <div className="grid gap-3 border-b border-line p-5 sm:px-8">
      <h3 className="text-xs text-muted">{label}</h3>
      <canvas ref={canvas} role="img" aria-label={label} className="h-16 w-full" />
    </div>
  )
}
