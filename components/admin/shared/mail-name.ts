import { useTranslations } from 'next-intl'
import type { MailKind } from '@/lib/mail/schema'

/** What lists of mails call one of a kind. */
export function useMailName() {
  const t = useTranslations('admin.mails')
  return (kind: MailKind | 'former'): string =>
    kind === 'former' ? t('former') : t(`kinds.${kind}`)
}
