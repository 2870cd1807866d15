'use client'
import { ShieldAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { useSave } from '@/components/admin/shared/use-save'

/** Offers the second step until it is set up or dismissed. It does not block the page. */
export function SecondStepOffer({ account }: { account: string }) {
  const t = useTranslations('admin.session.offer')
  const { send, refresh, pending } = useSave()
  const putOff = async () => {
    await send('PATCH', '/api/auth/two-step', { putOff: true })
    refresh()
  }
  return (
    <Alert>
      <ShieldAlert aria-hidden="true" />
      <AlertTitle>{t('title')}</AlertTitle>
      <AlertDescription className="grid gap-3">
        <p className="measure">{t('text')}</p>
        <p className="flex flex-wrap gap-2.5">
          <Link href={account} className={buttonVariants({ size: 'sm' })}>
            {t('setUp')}
          </Link>
          <Button variant="outline" size="sm" pending={pending} onClick={() => void putOff()}>
            {t('later')}
          </Button>
        </p>
      </AlertDescription>
    </Alert>
  )
}
