'use client'
import { useTranslations } from 'next-intl'
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from '@/components/ui/select'
import { STATUSES, type BookingStatus } from '@/lib/bookings/rules'

type Props = {
  label: string
  status: BookingStatus
  disabled: boolean
  onChange: (status: BookingStatus) => void
}

/**
 * The four statuses. Not the browser's own list: in that one the arrow keys would choose, and so
 * save, each on the way.
 */
export function StatusSelect({ label, status, disabled, onChange }: Props) {
  const t = useTranslations('admin.status')
  return (
    <Select
      value={status}
      onValueChange={(next) => onChange(next as BookingStatus)}
      disabled={disabled}
    >
      <SelectTrigger aria-label={label} className="h-9 w-36 px-3 text-sm max-lg:h-11 max-sm:w-full">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {STATUSES.map((one) => (
          <SelectItem key={one} value={one} className="max-lg:min-h-11">
            {t(one)}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}
