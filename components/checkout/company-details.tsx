import { useState } from 'react'
import { COMPANY_FIELDS, type CompanyField } from '@/lib/receipts/rules'
import { BillToCompany, CompanyFields } from './company-fields'

type Props = Parameters<typeof CompanyFields>[0] & { company: string }

/**
 * The collapsible part of a form with script: it opens by itself when a field in it has an error.
 */
export function CompanyDetails({ company, errorOf, ...fields }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isWrong = COMPANY_FIELDS.some((name: CompanyField) => errorOf(name))
  return (
    <BillToCompany
      summary={company}
      className="sm:col-span-2"
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <CompanyFields errorOf={errorOf} {...fields} />
    </BillToCompany>
  )
}
