import { cn } from '@/components/ui/cn'

const BARS = 96
// Four strokes carry all bars: each breathes at its own pace, and the markup stays small.
const VOICES = [0, 1, 2, 3]

/** Speech-like: phrases (slow sine) of syllables (fast sines); half a bar's height, 3 to 48 of 50. */
const level = (i: number): number => {
  const phrase = Math.abs(Math.sin(i * 0.19 + 0.6))
  const syllable = 0.45 + 0.35 * Math.abs(Math.sin(i * 1.7)) + 0.2 * Math.abs(Math.sin(i * 4.1))
  return Math.round(3 + 45 * phrase * syllable)
}

const stroke = (voice: number, flat: boolean): string =>
  Array.from({ length: BARS / VOICES.length }, (_, n) => {
    const i = n * VOICES.length + ((voice * 3) % VOICES.length)
    const half = flat ? 2 : level(i)
    return `M${i * 10 + 5} ${50 - half}v${half * 2}`
  }).join('')

/** The one motif of the site: a waveform of bars; `flat` is silence. The same sines on every render, so it never jumps. */
export const Meter = ({ flat = false, className }: { flat?: boolean; className?: string }) => (
  <svg viewBox={`0 0 ${BARS * 10} 100`} preserveAspectRatio="none" aria-hidden="true" className={cn('w-full', className)}>
    {VOICES.map((voice) => (
      <path key={voice} d={stroke(voice, flat)} stroke="currentColor" strokeWidth="4" className={flat ? undefined : `meter-voice-${voice}`} />
    ))}
  </svg>
)
