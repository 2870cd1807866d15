import { waveform } from '@/lib/uploads/rules'

type Props = {
  /** Empty: a line without a waveform. */
  peaks: string
  /** 0 to 1. */
  played: number
  label: string
  /** What the position is, in words. */
  value: string
  disabled: boolean
  seek: (part: number) => void
}

/** A waveform with its playhead, which is moved as a range is. */
export const Wave = ({ peaks, played, label, value, disabled, seek }: Props) => (
  <div className="relative h-11 min-w-0 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-tungsten">
    <svg
      aria-hidden="true"
      viewBox="0 0 160 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full text-muted"
    >
      <path
        d={peaks === '' ? 'M0 50h160' : waveform(peaks)}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 ease-linear motion-safe:transition-transform motion-safe:duration-100"
      style={{ transform: `translateX(${100 * played}%)` }}
    >
      <span className="block h-full w-0.5 bg-tungsten forced-colors:bg-[Highlight]" />
    </div>
    <input
      type="range"
      min={0}
      max={100}
      step={1}
      value={Math.round(100 * played)}
      disabled={disabled}
      aria-label={label}
      aria-valuetext={value}
      onChange={({ currentTarget }) => seek(Number(currentTarget.value) / 100)}
      className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
    />
  </div>
)
