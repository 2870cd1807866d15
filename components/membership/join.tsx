import { getTranslations } from 'next-intl/server'
import { Messages } from '@/components/intl'
import type { TaxSetting } from '@/lib/settings/tax'
import { JoinPanel } from './join-panel'
import { WholeWords } from '@/components/ui/words'

/** Joining: why, and the button that opens the form; a member has joined. */
export async function Join({ tax }: { tax: TaxSetting }) {
  const t = await getTranslations('membership.join')
  return (
    <section id="join" className="border-y border-line bg-raised in-[[data-member='1']]:hidden">
      <div className="section wrap grid gap-x-16 gap-y-8 lg:grid-cols-[20rem_minmax(0,40rem)]">
        <div className="grid content-start gap-4">
          <h2>
            <WholeWords>{t('title')}</WholeWords>
          </h2>
          <p className="text-lg text-muted">{t('lead')}</p>
          <p className="text-sm text-muted">{t('after')}</p>
        </div>
        <Messages namespaces={['membership', 'errors.fields', 'legal.notice']}>
          <JoinPanel tax={tax} />
        </Messages>
      </div>
    </section>
  )
}
