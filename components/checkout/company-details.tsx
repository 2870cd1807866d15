import { Suspense, useState } from 'react'
import { lazyPart } from '@/components/ui/part'
import { COMPANY_FIELDS, type CompanyField } from '@/lib/receipts/company'
import { BillToCompany } from './bill-to-company'
import type { CompanyFieldsProps } from './company-fields'

// Few buyers are companies.
const CompanyFields = lazyPart(() =>
  import('./company-fields').then((module) => module.CompanyFields),
)

type Props = CompanyFieldsProps & { company: string; className?: string }

/**
 * The fold-out of a form with script: it opens by itself when something in it is wrong. A company
 * that was there before has its fields at once, so that one with an error can be focused.
 */
export function CompanyDetails({ company, className, errorOf, ...fields }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const isWrong = COMPANY_FIELDS.some((name: CompanyField) => errorOf(name))
  return (
    <BillToCompany
      summary={company}
      {...(className && { className })}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open) setWasOpen(true)
      }}
    >
      {(wasOpen || isWrong || company !== '') && (
        <Suspense fallback={<div className="min-h-96" />}>
          <CompanyFields errorOf={errorOf} {...fields} />
        </Suspense>
      )}
    </BillToCompany>
  )
}
