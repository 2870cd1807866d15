'use client'
import { useSite } from '@/components/site/site-context'
import { addressLine } from '@/lib/site'
import { Shot } from './shot'

type Props = { title: string; parking: string; directions: string; newTab: string }

/** The banner with the address, across the whole page. */
export function Location({ title, parking, directions, newTab }: Props) {
  const studio = useSite()
  return (
    <section className="where filled">
      <Shot name="entrance" sizes="100vw" />
      <div className="wrap grid justify-items-start gap-5 pt-52 pb-14 lg:py-28">
        <h2 className="max-w-[14ch] text-4xl sm:text-5xl zh:max-w-none">{title}</h2>
        <p className="text-lg">
          {addressLine(studio)}
          <span className="block text-base text-muted">{parking}</span>
        </p>
        <a href={studio.directions} target="_blank" rel="noopener noreferrer" className="more">
          {directions}
          <span className="sr-only"> ({newTab})</span>
        </a>
      </div>
    </section>
  )
}
