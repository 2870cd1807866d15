'use client'
import type { Rates } from '@/lib/catalog/rules'
import Link from 'next/link'
import { basePrice, offeredDurations } from '@/lib/bookings/rules'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import type { HomeWords } from './words'

type Service = { id: number; name: string; rates: Rates }
type Props = {
  locale: Locale
  words: HomeWords['services']
  services: Service[]
  taxRate: number
  chat: { href: string; newTab: string }
}

/**
 * What an hour, half a day and a full day cost, for the first services; all of them, and what is in
 * them, stand on the services page.
 */
export const RateCard = ({ locale, words, services, taxRate, chat }: Props) => (
  <section id="services" className="section wrap grid gap-x-16 gap-y-10 lg:grid-cols-[20rem_1fr]">
    <div className="grid content-start justify-items-start gap-3">
      <h2>{words.title}</h2>
      <p className="text-muted">{words.lead.replace('{rate}', String(taxRate))}</p>
      <Link href={pathIn(locale, '/services')} prefetch={false} className="more">
        {words.all}
      </Link>
    </div>
    {services.length === 0 ? (
      <p className="rounded-lg border border-line bg-card p-6">{words.empty}</p>
    ) : (
      <table className="rates figures">
        <thead>
          <tr>
            {(['service', 'perHour', 'halfDay', 'fullDay'] as const).map((column) => (
              <th key={column}>{words[column]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {services.map(({ id, name, rates }) => (
            <tr key={id}>
              <th scope="row">
                <Link href={pathIn(locale, `/booking?service=${id}`)} prefetch={false}>
                  {name}
                </Link>
              </th>
              {(['hourly', 'half-day', 'full-day'] as const).map((duration) => (
                <td key={duration}>
                  {offeredDurations(rates).includes(duration)
                    ? formatRM(basePrice(rates, duration))
                    : '–'}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{words.weekly}</th>
            <td colSpan={3}>
              <a href={chat.href} target="_blank" rel="noopener noreferrer">
                {words.weeklyText}
                <span className="sr-only"> ({chat.newTab})</span>
              </a>
            </td>
          </tr>
        </tbody>
      </table>
    )}
  </section>
)
