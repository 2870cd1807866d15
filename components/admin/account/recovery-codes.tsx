'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'

/**
 * The codes for a lost telephone, shown this once. Takes the focus: they are what the page is about
 * now.
 */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTranslations('admin.account')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-labelledby="recovery-codes"
      className="grid gap-3 rounded-lg border border-l-4 border-line border-l-tungsten bg-raised p-4"
    >
      <h3 ref={heading} id="recovery-codes" tabIndex={-1} className="text-base">
        {t('recoveryTitle')}
      </h3>
      <p className="measure text-sm text-muted">{t('recoveryText')}</p>
      <ul className="figures grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
