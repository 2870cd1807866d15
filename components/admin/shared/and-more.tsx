import { useTranslations } from 'next-intl'

/** How many more there are than a list shows; nothing where it shows all. */
export function AndMore({ count }: { count: number }) {
  const t = useTranslations('admin.lists')
  return count > 0 && <p className="text-sm text-muted">{t('andMore', { count })}</p>
}
