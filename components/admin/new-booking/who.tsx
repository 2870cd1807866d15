'use client'
import { BookUser } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ChoiceEntry, TextEntry, useEntryForm, useField } from '@/components/admin/shared/form'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { useHydrated } from '@/components/ui/hydrated'
import { Input } from '@/components/ui/input'
import type { FoundPerson } from '@/lib/admin/customers/schema'
import { LOCALES } from '@/lib/i18n/routing'
import { usePeople } from './use-people'
import { isNumber } from './values'

type Props = {
  /** Who was found and chosen. */
  chosen: FoundPerson | null
  choose: (person: FoundPerson | null) => void
}

/** Who comes: found by a name or a number, or somebody new, and how to reach them. */
export function Who({ chosen, choose }: Props) {
  const t = useTranslations('admin.newBooking.who')
  const { form } = useEntryForm()
  const [who, phone, email, locale] = useWatch({
    control: form.control,
    name: ['who', 'phone', 'email', 'locale'],
  }) as string[]
  const isPhone = isNumber(who)
  const details = (
    <div className="grid gap-4 sm:grid-cols-2">
      {isPhone ? (
        <TextEntry name="name" label={t('name')} required autoComplete="off" />
      ) : (
        <TextEntry name="phone" label={t('phone')} type="tel" autoComplete="off" />
      )}
      <TextEntry
        name="email"
        label={t('email')}
        type="email"
        hint={t('emailHint')}
        autoComplete="off"
      />
      <ChoiceEntry
        name="locale"
        label={t('language')}
        options={LOCALES.map((one) => [one, t(`languages.${one}`)] as const)}
      />
    </div>
  )
  return (
    <div className="grid gap-3">
      <Search chosen={chosen} choose={choose} />
      {chosen ? (
        <details className="rounded-md border border-line px-3">
          <summary className="flex min-h-11 items-center gap-2 text-sm text-muted wrap-anywhere">
            {[phone, email, t(`languages.${locale as (typeof LOCALES)[number]}`)]
              .filter(Boolean)
              .join(' · ')}
          </summary>
          <div className="pb-3">{details}</div>
        </details>
      ) : (
        who && details
      )}
    </div>
  )
}

/** The field, and the people whom it finds. */
function Search({ chosen, choose }: Props) {
  const t = useTranslations('admin.newBooking.who')
  const { form } = useEntryForm()
  const typed = String(useWatch({ control: form.control, name: 'who' }) as unknown)
  const { id, error } = useField('who')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { people, failed } = usePeople(isOpen && !chosen ? typed : '')
  const found = (isOpen && people) || []
  const list = `${id}-found`

  const registered = form.register('who', {
    onChange() {
      setOpen(true)
      setActive(-1)
      if (chosen) choose(null)
    },
    onBlur: () => setOpen(false),
  })
  const pick = (person: FoundPerson) => {
    setOpen(false)
    choose(person)
  }
  const go = (to: number) => {
    setOpen(true)
    setActive(found.length === 0 ? -1 : (to + found.length) % found.length)
  }
  const press = (event: KeyboardEvent) => {
    const person = found[active]
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active < 0 ? -1 : active - 1),
      ...(found.length > 0 && {
        Enter: () => (person ? pick(person) : setOpen(false)),
        Escape: () => setOpen(false),
      }),
    }
    const act = keys[event.key]
    if (!act || event.nativeEvent.isComposing) return
    event.preventDefault()
    act()
  }
  return (
    <div className="grid gap-2">
      <div className="relative">
        <Field id={id} label={t('label')} hint={t('hint')} error={error} required>
          <Input
            {...registered}
            role="combobox"
            aria-expanded={found.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={found[active] ? `${list}-${active}` : undefined}
            autoComplete="off"
            onKeyDown={press}
          />
        </Field>
        <ul
          id={list}
          role="listbox"
          aria-label={t('people')}
          hidden={found.length === 0}
          className="absolute inset-x-0 z-20 mt-1 max-h-96 overflow-y-auto rounded-md border border-edge bg-raised shadow-warm"
        >
          {found.map((person, nth) => (
            <li
              key={person.key}
              id={`${list}-${nth}`}
              role="option"
              aria-selected={nth === active}
              className={cn('cursor-pointer px-3.5 py-2', nth === active && 'bg-line')}
              // The field would lose the focus, and the list close, before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(person)}
            >
              <span className="block font-semibold wrap-anywhere">{person.name}</span>
              <span className="figures block text-sm text-muted wrap-anywhere">
                {[person.phone, person.email].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <p role="status" className="text-sm text-muted">
        {isOpen && failed
          ? t('failed')
          : isOpen && people
            ? t('found', { count: people.length })
            : ''}
      </p>
      <FromContacts />
    </div>
  )
}

type Contact = { name?: string[]; tel?: string[]; email?: string[] }
type Contacts = { select: (wanted: string[]) => Promise<Contact[]> }

/** Somebody from the phone's own contacts, where its browser offers them. */
function FromContacts() {
  const t = useTranslations('admin.newBooking.who')
  const { form } = useEntryForm()
  const hydrated = useHydrated()
  const { contacts } = (hydrated ? navigator : {}) as { contacts?: Contacts }
  if (!contacts) return null
  const take = async () => {
    const [one] = await contacts.select(['name', 'tel', 'email']).catch((): Contact[] => [])
    if (!one) return
    const [name, phone, email] = [one.name?.[0], one.tel?.[0], one.email?.[0]]
    const filled = { who: name ?? phone ?? '', phone: phone ?? '', email: email ?? '' }
    for (const [field, value] of Object.entries(filled))
      form.setValue(field, value, { shouldDirty: true })
  }
  return (
    <Button variant="outline" className="justify-self-start" onClick={() => void take()}>
      <BookUser aria-hidden="true" />
      {t('contacts')}
    </Button>
  )
}
