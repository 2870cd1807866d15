'use client'
import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { useSave } from '@/components/admin/use-save'
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
import { blockBody, MAX_REPEAT } from '@/lib/calendar/schema'
import { useRefusal } from './use-refusal'

type Props = { date: string; onClose: () => void; onDone: () => void }
type Name = 'date' | 'from' | 'to' | 'reason' | 'weeks'

/**
 * Closes the room for a time, once or weekly. What is in the way is named by the server, and
 * nothing is saved then.
 */
export function BlockDialog({ date, onClose, onDone }: Props) {
  const t = useTranslations('admin.calendar.blockForm')
  const words = useTranslations('admin.calendar.form')
  const { send, pending, succeeded } = useSave()
  const [values, setValues] = useState<Record<Name, string>>({
    date,
    from: '',
    to: '',
    reason: '',
    weeks: '1',
  })
  const { errors, check, refuse, notice } = useRefusal('block')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = { ...values, weeks: Number(values.weeks) }
    if (!check(blockBody, body)) return
    const result = await send('POST', '/api/admin/blocks', body, { quiet: true })
    if (!result.ok) return refuse(result)
    succeeded(t('made'))
    onDone()
  }
  const field = (name: Name, label: string, type: string, more: object = {}) => (
    <Field id={`block-${name}`} label={label} error={errors[name]} required>
      <Input
        type={type}
        value={values[name]}
        onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        {...more}
      />
    </Field>
  )
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent closeLabel={words('close')}>
        <DialogHeader>
          <DialogTitle>{t('title')}</DialogTitle>
          <DialogDescription>{t('lead')}</DialogDescription>
        </DialogHeader>
        <form noValidate onSubmit={submit} className="grid gap-5">
          {notice}
          {field('date', words('date'), 'date')}
          <div className="grid grid-cols-2 gap-3">
            {field('from', t('from'), 'time')}
            {field('to', t('to'), 'time')}
          </div>
          {field('reason', t('reason'), 'text', { maxLength: 200 })}
          {field('weeks', t('weeks'), 'number', { min: 1, max: MAX_REPEAT, inputMode: 'numeric' })}
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              {words('close')}
            </Button>
            <Button type="submit" pending={pending}>
              {t('submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
