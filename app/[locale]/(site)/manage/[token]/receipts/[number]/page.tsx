import { ArrowLeft, FileDown } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { locale as rootLocale } from 'next/root-params'
import { connection } from 'next/server'
import { DocumentSheet } from '@/components/receipts/document-sheet'
import { PrintButton } from '@/components/receipts/print-button'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { documentOfToken } from '@/lib/receipts/queries'
import { sheetOf } from '@/lib/receipts/sheet'

// The whole page is rendered per request, so that it can be printed without waiting for a script.
export const instant = false

type Props = PageProps<'/[locale]/manage/[token]/receipts/[number]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('receipt.list')
  return {
    title: `${t('title')} ${(await params).number}`,
    robots: { index: false, follow: false },
    referrer: 'no-referrer',
  }
}

/**
 * A receipt or a note for printing. The token in the address grants access, as for the page of the
 * booking or the order above it.
 */
export default async function ReceiptPage({ params }: Props) {
  await connection()
  const { token, number } = await params
  const document = await documentOfToken(token, number)
  if (!document) notFound()
  const [t, locale] = [await getTranslations('receipt.page'), toLocale(await rootLocale())]
  return (
    <div
      className={
        'wrap grid min-h-dvh grid-cols-1 content-start gap-x-10 gap-y-6 pt-10 ' +
        'lg:grid-cols-[minmax(0,1fr)_15rem] print:block print:pt-0'
      }
    >
      <div className="flex flex-wrap content-start gap-3 lg:order-last lg:grid print:hidden">
        <Link
          href={pathIn(locale, `/manage/${token}`)}
          prefetch={false}
          className={buttonVariants({
            variant: 'ghost',
            className: 'px-0 max-sm:basis-full max-sm:justify-start lg:justify-start',
          })}
        >
          <ArrowLeft aria-hidden="true" />
          <span>{t(document.orderId === null ? 'back' : 'backOrder')}</span>
        </Link>
        <a
          href={`/api/manage/${token}/receipts/${number}`}
          download={`${number}.pdf`}
          className={buttonVariants({ variant: 'outline' })}
        >
          <FileDown aria-hidden="true" />
          {t('pdf')}
        </a>
        <PrintButton label={t('print')} />
      </div>
      <DocumentSheet sheet={sheetOf(document)} locale={document.locale} />
    </div>
  )
}
