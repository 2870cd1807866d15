'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { EditorDialog, EditorForm, TextEntry } from '@/components/admin/shared/form'
import type { FormAction } from '@/components/admin/shared/run-action'
import { Button } from '@/components/ui/button'
import { orderContactBody } from '@/lib/orders/schema'

type Props = {
  order: { id: number; updatedAt: string; financeEmail: string | null }
  submit: FormAction
}

/** Who else gets an order's documents, and a dialog that corrects it. */
export function FinanceContact({ order, submit }: Props) {
  const t = useTranslations('admin.orders.finance')
  const [open, setOpen] = useState(false)
  const id = String(order.id)
  return (
    <div className="grid justify-items-start gap-1 pt-1">
      {order.financeEmail !== null && (
        <span className="text-xs text-muted wrap-anywhere">
          {t('shown', { email: order.financeEmail })}
        </span>
      )}
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3"
        aria-label={t('title', { id })}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      {open && (
        <EditorDialog title={t('title', { id })} close={() => setOpen(false)}>
          <EditorForm
            action={submit}
            params={{ id }}
            schema={orderContactBody}
            fields={['financeEmail']}
            initial={{ financeEmail: order.financeEmail ?? '' }}
            version={order.updatedAt}
            refusedAt={{ field: 'financeEmail' }}
            saved={t('saved')}
          >
            <TextEntry
              name="financeEmail"
              label={t('label')}
              type="email"
              autoComplete="off"
              hint={t('hint')}
            />
          </EditorForm>
        </EditorDialog>
      )}
    </div>
  )
}
