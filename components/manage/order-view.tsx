import { REVISIONS } from '@/lib/studio'
import { MessageCircle } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import Link from 'next/link'
import { orderWords } from '@/components/orders/words'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { PAID_STATUSES } from '@/lib/orders/rules'
import type { ManagedOrder } from '@/lib/orders/schema'
import { whatsappLink, type Site } from '@/lib/site'
import { OrderCard } from './order-card'
import { OrderProgress } from './order-progress'

const BADGE = {
  pending: 'default',
  paid: 'success',
  in_progress: 'success',
  delivered: 'success',
  completed: 'secondary',
  cancelled: 'destructive',
  refunded: 'secondary',
} as const

/**
 * A video order's own page (decision C10): where it stands, what was paid, and what happens next.
 * Nothing on it can be changed.
 */
export async function OrderView({
  order,
  locale,
  studio,
}: {
  order: ManagedOrder
  locale: Locale
  studio: Site
}) {
  const [t, common, words] = await Promise.all([
    getTranslations('orderPage'),
    getTranslations('common'),
    orderWords(),
  ])
  const isKept = PAID_STATUSES.includes(order.status)
  const heading = 'text-lg'
  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
          <Badge variant={BADGE[order.status]}>{t(`status.${order.status}`)}</Badge>
        </div>
        <p className="text-muted">{t('lead', { name: order.customerName, id: order.id })}</p>
      </header>
      <Standing order={order} locale={locale} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 content-start gap-8">
          <OrderProgress order={order} locale={locale} />
          <OrderCard order={order} words={words} locale={locale} />
        </div>
        <div className="grid content-start gap-6">
          {isKept && (
            <section className="grid gap-2">
              <h2 className={heading}>{t('revisions.title')}</h2>
              <p className="font-display text-2xl font-semibold text-tungsten figures">
                {t('revisions.left', { left: order.revisionsLeft, all: REVISIONS[order.tier] })}
              </p>
              <p className="text-sm text-muted">{t('revisions.note')}</p>
            </section>
          )}
          <section className="grid gap-2.5">
            <h2 className={heading}>{t('help.title')}</h2>
            <p className="text-sm text-muted">{t('help.note')}</p>
            <a
              href={whatsappLink(studio, t('help.message', { id: order.id }))}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonVariants({ variant: 'outline', className: 'w-full justify-start' })}
            >
              <MessageCircle aria-hidden="true" />
              {t('help.button')}
              <span className="sr-only"> ({common('newTab')})</span>
            </a>
          </section>
        </div>
      </div>
    </div>
  )
}

/** What there is to say of an order that is not simply under way, and the way on. */
async function Standing({ order, locale }: { order: ManagedOrder; locale: Locale }) {
  const t = await getTranslations('orderPage.standing')
  const { status } = order
  if (status === 'paid' || status === 'in_progress' || status === 'delivered') return null
  const choice = new URLSearchParams({
    tier: order.tier,
    duration: order.duration,
    price: String((order.priceSen + order.discountSen) / 100),
    rush: String(order.rushService),
  })
  const href =
    status === 'pending'
      ? `${pathIn(locale, '/video-editing-checkout')}?${choice}`
      : `${pathIn(locale, '/')}#editing`
  return (
    <Alert variant={status === 'cancelled' ? 'destructive' : 'default'}>
      <AlertTitle>{t(`${status}.title`)}</AlertTitle>
      <AlertDescription>
        {order.refunded ? t('refundedNote') : t(`${status}.note`)}
      </AlertDescription>
      <Link
        href={href}
        prefetch={false}
        className={buttonVariants({
          size: 'sm',
          variant: 'outline',
          className: 'mt-2 justify-self-start',
        })}
      >
        {t(status === 'pending' ? 'pay' : 'again')}
      </Link>
    </Alert>
  )
}
