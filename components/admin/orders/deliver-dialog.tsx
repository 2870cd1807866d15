'use client'
import { useTranslations } from 'next-intl'
import { useState, type SubmitEvent } from 'react'
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
import type { Saved } from '../use-save'

type Props = {
  orderId: number
  pending: boolean
  deliver: (link: string) => Promise<Saved<unknown>>
  close: () => void
}

/** Hands a finished edit over: the customer is told by mail, with where it is if that is said. */
export function DeliverDialog({ orderId, pending, deliver, close }: Props) {
  const t = useTranslations('admin.orders')
  const lists = useTranslations('admin.lists')
  const [error, setError] = useState<string>()
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = event.currentTarget.elements.namedItem('link') as HTMLInputElement
    const result = await deliver(input.value.trim())
    if (result.ok) return
    setError(result.fields.link ?? result.message)
    input.focus()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && close()}>
      <DialogContent closeLabel={lists('close')}>
        <DialogHeader>
          <DialogTitle>{t('ask.delivered', { id: String(orderId) })}</DialogTitle>
          <DialogDescription>{t('askText.delivered')}</DialogDescription>
        </DialogHeader>
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
          <Field id="delivery-link" label={t('link')} hint={t('linkHint')} error={error}>
            <Input name="link" type="url" inputMode="url" placeholder="https://" />
          </Field>
          <DialogFooter>
            <Button type="submit" pending={pending}>
              {t('steps.delivered')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
