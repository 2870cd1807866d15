import type { Locale } from '@/lib/i18n/routing'
import { LANGUAGES } from '@/lib/i18n/languages'
import { MARK } from '@/lib/receipts/mark'
import type { Party, Sheet } from '@/lib/receipts/schema'

/** A receipt or a note as on paper, in its own language, with the same text as its PDF. */
export function DocumentSheet({ sheet, locale }: { sheet: Sheet; locale: Locale }) {
  const { title, seller, buyer, facts, columns, lines, sums, total, notes } = sheet
  return (
    <article
      lang={LANGUAGES[locale].tag}
      className={
        'grid grid-cols-1 content-start gap-8 rounded-lg border border-line bg-card p-5 text-sm ' +
        'sm:p-10 print:border-0 print:p-0'
      }
    >
      <header className="flex items-center justify-between gap-6 border-b-2 border-tungsten pb-5">
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${MARK.size} ${MARK.size}`}
          className="size-10 shrink-0 fill-tungsten"
        >
          {MARK.bars.map((bar) => (
            <rect key={bar.x} {...bar} rx={bar.width / 2} />
          ))}
        </svg>
      </header>
      <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <PartyBlock {...seller} />
        <PartyBlock {...buyer} />
      </div>
      <dl className="grid grid-cols-[2fr_3fr] gap-x-4 gap-y-1 sm:grid-cols-[12rem_1fr] print:grid-cols-[12rem_1fr]">
        {facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="figures wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <table className="w-full">
        <thead className="text-xs text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 text-left font-semibold">
              {columns.text}
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              {columns.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ text, english, amount }, index) => (
            <tr key={index} className="border-b border-line align-top">
              <td className="py-2 pr-4 wrap-anywhere">
                <span>{text}</span>
                {english !== null && (
                  <span lang="en" className="block text-xs text-muted">
                    {english}
                  </span>
                )}
              </td>
              <td className="figures py-2 text-right whitespace-nowrap">{amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(({ label, amount }) => (
            <tr key={label}>
              <th scope="row" className="py-1 pr-4 text-left font-normal">
                {label}
              </th>
              <td className="figures py-1 text-right">{amount}</td>
            </tr>
          ))}
          <tr className="text-lg font-semibold">
            <th scope="row" className="py-1 pr-4 text-left">
              {total.label}
            </th>
            <td className="figures py-1 text-right whitespace-nowrap">{total.amount}</td>
          </tr>
        </tfoot>
      </table>
      <div className="grid gap-1 text-xs text-muted">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </article>
  )
}

const PartyBlock = ({ label, name, lines }: Party) => (
  <section className="grid content-start gap-0.5">
    <h2 className="font-sans text-xs font-normal text-muted">{label}</h2>
    <p className="font-semibold wrap-anywhere">{name}</p>
    {lines.map((line, index) => (
      <p key={index} className="wrap-anywhere">
        {line}
      </p>
    ))}
  </section>
)
