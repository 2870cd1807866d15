'use client'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { type Undoable, useAct } from '@/components/admin/shared/use-act'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { formatRM, toDecimal } from '@/lib/money'
import { senIn } from '@/lib/text'
import { SameSlip } from './same-slip'

type Transfer = {
  id: number
  version: string
  name: string
  /** What was asked for. */
  sen: number
  /** Other bookings for which the same slip was sent. */
  sameSlip: readonly number[]
}
type Props = Transfer & { changed: () => void }

/** Whether the money of a transfer is in the account. Needs the messages admin.transfer, admin.acts. */
export function TransferDecision({ changed, ...transfer }: Props) {
  const { id, version, name } = transfer
  const t = useTranslations('admin.transfer')
  const { act, pending } = useAct(changed)
  const [isAsked, setAsked] = useState(false)
  const path = `/api/admin/bookings/${id}/transfer`
  const refuse = () =>
    act<Undoable>({
      ...{ method: 'POST', path, body: { received: false, version } },
      said: t('notReceivedDone', { name }),
    })
  return (
    <span className="flex flex-wrap gap-2">
      {([true, false] as const).map((received) => (
        <Button
          key={String(received)}
          size="sm"
          variant="outline"
          className="h-11"
          pending={pending}
          onClick={() => (received ? setAsked(true) : void refuse())}
        >
          <span>{t(received ? 'received' : 'notReceived')}</span>
          <span className="sr-only">{name}</span>
        </Button>
      ))}
      {isAsked && <ReceivedDialog {...transfer} changed={changed} close={() => setAsked(false)} />}
    </span>
  )
}

const USES = ['purchase', 'give_back'] as const

/** How much is in the account, and what it is. */
function ReceivedDialog({
  id,
  version,
  name,
  sen,
  sameSlip,
  changed,
  close,
}: Props & { close: () => void }) {
  const t = useTranslations('admin.transfer')
  const field = useId()
  const { act, pending } = useAct(changed)
  const [amount, setAmount] = useState(toDecimal(sen))
  const [use, setUse] = useState<(typeof USES)[number]>('purchase')
  const amountSen = senIn(amount)
  const isWrong = amountSen === null || amountSen === 0
  const differs = use === 'give_back' ? 0 : (amountSen ?? sen) - sen
  const send = async () => {
    if (isWrong) return
    const done = await act<Undoable>({
      method: 'POST',
      path: `/api/admin/bookings/${id}/transfer`,
      body: { received: true, amountSen, use, version },
      said: t('receivedDone', { name, amount: formatRM(amountSen) }),
    })
    if (done) close()
  }
  return (
    <AlertDialog open onOpenChange={(open) => !open && !pending && close()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{t('receivedTitle', { name })}</AlertDialogTitle>
          <AlertDialogDescription>{t('receivedLead')}</AlertDialogDescription>
        </AlertDialogHeader>
        <SameSlip ids={sameSlip} />
        <Field
          id={field}
          label={t('amount')}
          hint={t('asked', { amount: formatRM(sen) })}
          error={isWrong ? t('amountWrong') : undefined}
          required
        >
          <Input
            id={field}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </Field>
        <p role="status" className="text-sm">
          {differs === 0
            ? ''
            : t(differs < 0 ? 'less' : 'more', { amount: formatRM(Math.abs(differs)) })}
        </p>
        <fieldset className="grid gap-1">
          <legend className="eyebrow mb-1">{t('use')}</legend>
          {USES.map((choice) => (
            <label
              key={choice}
              className="flex min-h-11 items-center gap-3 rounded-md px-1 text-sm hover:bg-raised"
            >
              <input
                type="radio"
                name={`${field}-use`}
                value={choice}
                checked={use === choice}
                onChange={() => setUse(choice)}
                className="size-5"
              />
              <span>{t(`uses.${choice}`)}</span>
            </label>
          ))}
        </fieldset>
        <AlertDialogFooter>
          <AlertDialogCancel>{t('cancel')}</AlertDialogCancel>
          <AlertDialogAction
            aria-busy={pending || undefined}
            onClick={(event) => {
              // Stays open until the server has answered.
              event.preventDefault()
              void send()
            }}
          >
            {t('record')}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
