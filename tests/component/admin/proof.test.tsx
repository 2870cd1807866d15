// Who works here: rows in the owner's order, and an empty one is nobody.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { ProofForms } from '@/components/admin/settings/proof'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { ToastSlot } from '@/components/ui/toast-slot'
import { NO_RATING } from '@/lib/settings/proof'
import en from '@/messages/en.json'
import { actionFor } from '@/tests/support/actions'

const words = en.admin.settings.team
const VERSION = '2026-11-26T01:00:00.000Z'
const person = (name: string) => ({ name, role: 'Sound', languages: '', picture: '' })

const sent: [call: string, body: unknown][] = []
beforeEach(() => {
  sent.length = 0
  globalThis.fetch = (async (path: string, { method, body }: RequestInit) => {
    sent.push([`${method} ${path}`, JSON.parse(String(body))])
    const answer = JSON.stringify({ updatedAt: VERSION })
    return { ok: true, status: 200, headers: new Headers(), text: async () => answer } as Response
  }) as typeof fetch
})

test('a person moves forward, an emptied one is left out, a missing role is said beside its field', async () => {
  const translations = { ms: { role: 'Bunyi', languages: 'Melayu' } }
  render(
    <AppRouterContext value={{ refresh: () => undefined } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en}>
        <SaveFrame>
          <ProofForms
            team={{
              members: [
                { ...person('Wei'), translations: {} },
                { ...person('Farah'), translations },
              ],
              version: VERSION,
            }}
            rating={{ ...NO_RATING, version: null }}
            marks={{ marks: [], version: null }}
            submit={actionFor('PATCH /api/settings/[key]')}
          />
        </SaveFrame>
        <ToastSlot label="Notices" closeLabel="Dismiss" />
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
  const section = within(screen.getByRole('region', { name: words.title }))
  const field = (number: number, label: string) =>
    within(
      section.getByRole('group', { name: words.slot.replace('{number}', String(number)) }),
    ).getAllByLabelText(new RegExp(`^${label}`))[0]!
  const save = () => userEvent.click(section.getByRole('button', { name: en.admin.form.save }))

  await userEvent.click(section.getByRole('button', { name: 'Move 2 forward' }))
  expect(field(1, words.name)).toHaveValue('Farah')
  expect(field(2, words.name)).toHaveValue('Wei')
  fireEvent.input(field(4, words.name), { target: { value: 'Kumar' } })
  await save()
  await waitFor(() => expect(field(4, words.role)).toBeInvalid())
  expect(sent).toEqual([])

  fireEvent.input(field(4, words.role), { target: { value: 'Light' } })
  for (const label of [words.name, words.role])
    fireEvent.input(field(2, label), { target: { value: '' } })
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  const none = { ms: null, zh: null }
  expect(sent).toEqual([
    [
      'PATCH /api/settings/team',
      {
        members: [
          { ...person('Farah'), translations: { ...translations, zh: null } },
          { ...person('Kumar'), role: 'Light', translations: none },
        ],
        version: VERSION,
      },
    ],
  ])
})
