import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { PersonActions } from '@/components/admin/people/person-actions'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import en from '@/messages/en.json'

const { people, lists } = en.admin
const ABOUT = { email: 'aina@example.com', name: 'Aina' }
const named = (text: string) => text.replace('{name}', ABOUT.name).replace('{email}', ABOUT.email)
const sent: [call: string, body: unknown][] = []
const answers: [status: number, body: object | null][] = []
const refresh = jest.fn()

beforeEach(() => {
  sent.length = 0
  answers.length = 0
  refresh.mockClear()
  globalThis.fetch = (async (path: string, { method, body }: RequestInit) => {
    sent.push([`${method} ${path}`, JSON.parse(String(body))])
    const [status, answer] = answers.shift() ?? [200, {}]
    const text = async () => (answer === null ? '' : JSON.stringify(answer))
    return { ok: status < 400, status, headers: new Headers(), text } as unknown as Response
  }) as typeof fetch
})
const show = (inWords = false) =>
  render(
    <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>
          <PersonActions {...ABOUT} inWords={inWords} />
        </SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('erasing asks first, and reads the page again only when it was done', async () => {
  show()
  await press(named(people.erase))
  expect(screen.getByRole('alertdialog', { name: named(people.question) })).toBeInTheDocument()
  await press(lists.keep)
  expect(sent).toEqual([])

  answers.push([409, { code: 'not_changeable', message: en.errors.person_open }])
  await press(named(people.erase))
  await press(people.eraseShort)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(refresh).not.toHaveBeenCalled()

  await press(named(people.erase))
  await press(people.eraseShort)
  await waitFor(() => expect(refresh).toHaveBeenCalled())
  expect(sent.at(-1)).toEqual(['POST /api/admin/people/erase', { email: ABOUT.email }])
})

test('the export is one file', async () => {
  show()
  const files: Blob[] = []
  URL.createObjectURL = (blob) => {
    files.push(blob as Blob)
    return 'blob:file'
  }
  URL.revokeObjectURL = jest.fn()
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  answers.push([200, { email: ABOUT.email, exportedAt: '2026-11-23T01:00:00.000Z', tables: {} }])
  await press(named(people.export))
  await waitFor(() => expect(click).toHaveBeenCalled())
  expect(sent).toEqual([['POST /api/admin/people/export', { email: ABOUT.email }]])
  expect((click.mock.instances[0] as unknown as HTMLAnchorElement).download).toBe(
    'person-2026-11-23.json',
  )
  expect(files[0]?.type).toBe('application/json')
  click.mockRestore()
})

test('on the page of one person both acts stand in words', async () => {
  show(true)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    people.exportShort,
    people.eraseShort,
  ])
  await press(people.eraseShort)
  expect(screen.getByRole('alertdialog', { name: named(people.question) })).toBeInTheDocument()
  expect(sent).toEqual([])
})
