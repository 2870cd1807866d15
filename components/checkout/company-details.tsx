import { useState } from 'react'
import { COMPANY_FIELDS, type CompanyField } from '@/lib/receipts/company'
import { BillToCompany, CompanyFields } from './company-fields'

type Props = Parameters<typeof CompanyFields>[0] & { company: string; className?: string }

/** The fold-out of a form with script: it opens by itself when something in it is wrong. */
export function CompanyDetails({ company, className, errorOf, ...fields }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isWrong = COMPANY_FIELDS.some((name: CompanyField) => errorOf(name))
  return (
    <BillToCompany
      summary={company}
      {...(className && { className })}
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <CompanyFields errorOf={errorOf} {...fields} />
    </BillToCompany>
  )
}
