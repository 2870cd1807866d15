import { pathIn } from '@/lib/i18n/path'
import type { FinanceFacts, FinancePayment } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import { aboutOf } from '@/lib/mail/templates/money'
import { Action, Note, Paragraph } from '@/lib/mail/templates/parts'
import type { Voice } from '@/lib/mail/templates/wording'
import { formatRM } from '@/lib/money'
import { longDate } from '@/lib/time'

export const financeWords = (facts: FinanceFacts) => ({
  ...{ ...aboutOf(facts), document: facts.document, number: facts.number },
  amount: formatRM(facts.totalSen),
})

/** To the finance contact of a buyer: a receipt or a note, and nothing that opens the purchase. */
export function FinanceMail({ facts, voice }: { facts: FinanceFacts; voice: Voice }) {
  const { t, studio } = voice
  const words = financeWords(facts)
  return (
    <Layout
      voice={voice}
      title={t('finance.title', words)}
      preview={t('finance.text', words)}
      reason={t('finance.reason', { studio: studio.name })}
    >
      <Paragraph>{t('finance.text', words)}</Paragraph>
    </Layout>
  )
}

export const payerWords = (facts: FinancePayment, { locale }: Voice) => ({
  ...{ ...aboutOf(facts), service: facts.serviceName, time: facts.time },
  date: longDate(facts.date, locale),
  amount: formatRM(facts.amountSen),
})

/** To the finance contact of a buyer: what is to be paid, and a link that only pays (docs/decisions/059). */
export function FinancePaymentMail({ facts, voice }: { facts: FinancePayment; voice: Voice }) {
  const { t, locale, studio } = voice
  const words = payerWords(facts, voice)
  return (
    <Layout
      voice={voice}
      title={t('payer.title', words)}
      preview={t('payer.text', words)}
      reason={t('finance.reason', { studio: studio.name })}
    >
      <Paragraph>{t('payer.text', words)}</Paragraph>
      {facts.askedSen !== null && facts.askedSen !== facts.amountSen && (
        <Paragraph>{t('payer.instead', { before: formatRM(facts.askedSen) })}</Paragraph>
      )}
      <Action primary href={`${voice.site}${pathIn(locale, `/manage/${facts.payToken}`)}`}>
        {t('payer.open')}
      </Action>
      <Note>{t('payer.only')}</Note>
    </Layout>
  )
}
