import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

type MessageProps = {
  icon: ReactNode
  tone?: 'good' | 'bad' | 'calm'
  title: string
  note?: ReactNode
  children?: ReactNode
}

const TONES = {
  good: 'border-meter/40 bg-meter/12 text-meter',
  bad: 'border-onair/50 bg-onair/12 text-onair-soft',
  calm: 'border-tungsten/40 bg-tungsten/12 text-tungsten',
}

/** One state of the page: a sign, a heading, a sentence, a way on. */
export const Message = ({ icon, tone = 'calm', title, note, children }: MessageProps) => (
  <div className="mx-auto grid max-w-2xl justify-items-center gap-4 py-10 text-center">
    <span
      aria-hidden="true"
      className={cn(
        'grid size-16 place-items-center rounded-full border [&_svg]:size-8',
        TONES[tone],
      )}
    >
      {icon}
    </span>
    <h1 className="text-2xl sm:text-3xl">{title}</h1>
    {note && <p className="text-muted">{note}</p>}
    {children && <div className="mt-3 flex w-full flex-wrap justify-center gap-3">{children}</div>}
  </div>
)
