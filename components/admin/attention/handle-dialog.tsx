'use client'
import { useTranslations } from 'next-intl'
import { useRef, useState, type SubmitEvent } from 'react'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import type { Saved } from '../use-save'

export type Handled = { bookingId?: number; orderId?: number; note: string }
type Props = {
  linkable: boolean
  amount: string
  pending: boolean
  save: (words: Handled) => Promise<Saved<unknown>>
  close: () => void
}
const FIELDS = ['bookingId', 'orderId', 'note'] as const

/**
 * Says what a payment was for, or what was done about it; a refusal stands beside its field and
 * nothing typed is lost.
 */
export function HandleDialog({ linkable, amount, pending, save, close }: Props) {
  const t = useTranslations('admin.attention')
  const lists = useTranslations('admin.lists')
  const [errors, setErrors] = useState<Partial<Record<(typeof FIELDS)[number] | 'all', string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const number = (name: string) =>
      Number(String(data.get(name) ?? '').replace(/\D/g, '')) || undefined
    const [bookingId, orderId] = [number('bookingId'), number('orderId')]
    const result = await save({
      ...(bookingId && { bookingId }),
      ...(orderId && { orderId }),
      note: String(data.get('note') ?? ''),
    })
    if (result.ok) return
    const first = FIELDS.find((name) => result.fields[name])
    setErrors(first ? result.fields : { all: result.message })
    ;(form.current?.elements.namedItem(first ?? 'note') as HTMLElement | null)?.focus()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && close()}>
      <DialogContent closeLabel={lists('close')}>
        <DialogHeader>
          <DialogTitle>{t(linkable ? 'linkTitle' : 'handleTitle', { amount })}</DialogTitle>
          <DialogDescription>{t(linkable ? 'linkText' : 'handleText')}</DialogDescription>
        </DialogHeader>
        <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          {errors.all && (
            <Alert variant="destructive" role="alert">
              <AlertDescription className="text-fg">{errors.all}</AlertDescription>
            </Alert>
          )}
          {linkable && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field id="link-booking" label={t('bookingNumber')} error={errors.bookingId}>
                <Input name="bookingId" inputMode="numeric" autoComplete="off" />
              </Field>
              <Field id="link-order" label={t('orderNumber')} error={errors.orderId}>
                <Input name="orderId" inputMode="numeric" autoComplete="off" />
              </Field>
            </div>
          )}
          <Field id="handle-note" label={t('noteField')} required error={errors.note}>
            <Textarea name="note" rows={3} maxLength={500} />
          </Field>
          <DialogFooter>
            <Button type="submit" pending={pending}>
              {t('save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
