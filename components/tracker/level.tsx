'use client'
import { useEffect, useRef } from 'react'
import { LEVEL_EVERY_MS, levelBand, nextLevel } from '@/lib/recording/rules'
import './level.css'

const BAR = 4
const STEP = 7
// What stands there when nothing may move: a sentence's worth of levels, the same each time.
const STILL = [18, 34, 52, 61, 44, 38, 57, 66, 49, 31, 12, 8, 27, 46, 63, 78, 58, 41, 36, 22]
const COLOUR = { green: '--color-meter', yellow: '--color-tungsten', red: '--color-onair' } as const

/** The last levels as a waveform, the newest at the right; what does not fit is forgotten. */
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

/**
 * The simulated level ten times a second, drawn past React: a waveform and a ladder of lamps. Under
 * reduced motion neither moves.
 */
export function Level({ running, label }: { running: boolean; label: string }) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const levels = useRef<number[]>([])

  useEffect(() => {
    const show = (level: number) => {
      if (!box.current || !canvas.current) return
      box.current.style.setProperty('--level', `${level}%`)
      box.current.dataset.band = levelBand(level)
      draw(canvas.current, levels.current)
    }
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      levels.current = Array.from({ length: 240 }, (_, index) => STILL[index % STILL.length] ?? 0)
      return show(running ? 50 : 0)
    }
    if (!running) return show(0)
    let level = 0
    const timer = setInterval(() => {
      level = nextLevel(level, Math.random)
      levels.current.push(level)
      show(level)
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
