'use client'
import { TimerOff, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'

type PhaseProps = { title: string; note: string }

const Phase = ({
  icon,
  title,
  note,
  children,
}: PhaseProps & { icon: ReactNode; children?: ReactNode }) => (
  <div className="grid min-h-[70dvh] place-content-center justify-items-center gap-3 py-6 text-center sm:min-h-[36rem]">
    {icon}
    <DialogTitle>{title}</DialogTitle>
    <DialogDescription className="max-w-sm">{note}</DialogDescription>
    {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
  </div>
)

export const PreparingPhase = (props: PhaseProps) => (
  <div role="status" aria-live="polite">
    <Phase icon={<Spinner className="size-9 text-tungsten" />} {...props} />
  </div>
)

export function FailedPhase({ onRetry, ...props }: PhaseProps & { onRetry: () => void }) {
  const t = useTranslations('payment')
  return (
    <Phase
      icon={<TriangleAlert aria-hidden="true" className="size-9 text-onair-soft" />}
      {...props}
    >
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </Phase>
  )
}

export const EndedPhase = ({
  action,
  onClose,
  ...props
}: PhaseProps & { action: string; onClose: () => void }) => (
  <Phase icon={<TimerOff aria-hidden="true" className="size-9 text-onair-soft" />} {...props}>
    <Button onClick={onClose}>{action}</Button>
  </Phase>
)
