import Form from 'next/form'
import { useTranslations } from 'next-intl'
import { Counter } from '@/components/form/counter'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/field'
import { NativeSelect } from '@/components/ui/native-select'
import { LIMITS } from '@/lib/limits'

type FiltersProps = { path: string; label: string; children: Elements }

/** The filters of a list; the choice is in the address. Without script the browser submits it. */
export function Filters({ path, label, children }: FiltersProps) {
  const t = useTranslations('admin.lists')
  return (
    <Form
      action={path}
      prefetch={false}
      scroll={false}
      role="search"
      aria-label={label}
      className="grid items-end gap-3 sm:flex sm:flex-wrap"
    >
      {children}
      <button type="submit" className={buttonVariants({ variant: 'secondary' })}>
        {t('apply')}
      </button>
    </Form>
  )
}

type FieldProps = { id: string; name: string; label: string; value: string }

export const FilterText = ({ id, name, label, value }: FieldProps) => (
  <div className="grid gap-1.5 sm:w-64">
    <Label htmlFor={id}>{label}</Label>
    {/* The key resets the field after going back: it shows the address's value, not what was
        typed last. */}
    <Input key={value} id={id} name={name} type="search" defaultValue={value} />
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
    <NativeSelect
      key={value}
      id={id}
      name={name}
      defaultValue={value}
      empty={all}
      options={options}
    />
  </div>
)
