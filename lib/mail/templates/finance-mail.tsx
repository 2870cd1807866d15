import type { FinanceFacts } from '@/lib/mail/schema'
import { Layout } from '@/lib/mail/templates/layout'
import { aboutOf } from '@/lib/mail/templates/money'
import { Paragraph } from '@/lib/mail/templates/parts'
import type { Voice } from '@/lib/mail/templates/wording'
import { formatRM } from '@/lib/money'

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
