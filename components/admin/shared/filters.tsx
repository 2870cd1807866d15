import { useTranslations } from 'next-intl'
import { Counter } from '@/components/form/counter'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'
import { Label } from '@/components/ui/field'
import { LIMITS } from '@/lib/limits'
import { FilterChoice, FilterForm, FilterInput } from './filter-form'

type FiltersProps = { path: string; label: string; children: Elements }

/**
 * The filters of a list; the choice is in the address. Applied as they are chosen; the button is for
 * browsers without script.
 */
export function Filters({ path, label, children }: FiltersProps) {
  const t = useTranslations('admin.lists')
  return (
    <FilterForm
      path={path}
      aria-label={label}
      className="grid items-end gap-3 sm:flex sm:flex-wrap"
    >
      {children}
      <button
        type="submit"
        className={buttonVariants({ variant: 'secondary', className: 'scripting:hidden' })}
      >
        {t('apply')}
      </button>
    </FilterForm>
  )
}

type FieldProps = { id: string; name: string; label: string; value: string }

export const FilterText = ({ id, name, label, value }: FieldProps) => (
  <div className="grid gap-1.5 sm:w-64">
    <Label htmlFor={id}>{label}</Label>
    <FilterInput id={id} name={name} type="search" value={value} />
    <Counter id={id} limit={LIMITS.search} />
  </div>
)

type SelectProps = FieldProps & {
  all: string
  options: readonly (readonly [key: string, text: string])[]
}

export const FilterSelect = ({ id, name, label, value, all, options }: SelectProps) => (
  <div className="grid gap-1.5 sm:w-52">
    <Label htmlFor={id}>{label}</Label>
    <FilterChoice id={id} name={name} value={value} empty={all} options={options} />
  </div>
)

/** A month, from which a filter never goes without. */
export const FilterMonth = ({ id, name, label, value }: FieldProps) => (
  <div className="grid gap-1.5 sm:w-52">
    <Label htmlFor={id}>{label}</Label>
    <FilterInput id={id} name={name} type="month" value={value} required />
  </div>
)
