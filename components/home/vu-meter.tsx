import { cn } from '@/components/ui/cn'

const CENTRE = { x: 160, y: 208 }
const RADIUS = 138
// The printed scale of a VU meter: decibels and the needle's angle at each.
const SCALE: [label: string, degrees: number][] = [
  ['20', -46], ['10', -33], ['7', -24], ['5', -15], ['3', -5], ['2', 2], ['1', 10], ['0', 19], ['1', 28], ['2', 37], ['3', 46],
]
const RED_FROM = 19

const at = (degrees: number, radius: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return { x: round(CENTRE.x + radius * Math.cos(angle)), y: round(CENTRE.y + radius * Math.sin(angle)) }
}
// Whole tenths: the server's and the browser's last digits of a cosine may differ.
const round = (value: number) => Math.round(value * 10) / 10

const arc = (from: number, to: number) => {
  const [start, end] = [at(from, RADIUS), at(to, RADIUS)]
  return `M${start.x} ${start.y}A${RADIUS} ${RADIUS} 0 0 1 ${end.x} ${end.y}`
}

/** A lit VU meter; `channel` tells the needles of a pair apart. Decoration. */
export const VuMeter = ({ channel, className }: { channel: 'left' | 'right'; className?: string }) => (
  <div aria-hidden="true" className={cn('vu-bezel relative overflow-hidden rounded-lg', className)}>
    <div className="vu-face overflow-hidden rounded-md">
      <svg viewBox="0 0 320 186" className="block w-full text-ink">
        <path d={arc(-46, RED_FROM)} fill="none" stroke="currentColor" strokeWidth="2.5" />
        <path d={arc(RED_FROM, 46)} fill="none" className="stroke-[oklch(0.5_0.2_27)]" strokeWidth="7" />
        {SCALE.map(([label, degrees]) => {
          const [inner, outer, text] = [at(degrees, RADIUS), at(degrees, RADIUS + 11), at(degrees, RADIUS + 24)]
          return (
            <g key={degrees} className={degrees > RED_FROM ? 'text-[oklch(0.45_0.19_27)]' : undefined}>
              <line x1={inner.x} y1={inner.y} x2={outer.x} y2={outer.y} stroke="currentColor" strokeWidth="2.5" />
              <text x={text.x} y={text.y + 4} textAnchor="middle" fontSize="14" fontWeight="600" fill="currentColor">
                {label}
              </text>
            </g>
          )
        })}
        <text x={CENTRE.x} y="142" textAnchor="middle" fontSize="26" fontWeight="600" className="font-display" fill="currentColor">
          VU
        </text>
      </svg>
      <span className="vu-needle" data-channel={channel} />
      <span className="vu-cap" />
    </div>
    <span className="vu-glass" />
  </div>
)
