import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PostForm } from '@/components/admin/blog/post-form'
import { PostManager } from '@/components/admin/blog/post-manager'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { ToastSlot } from '@/components/ui/toast-slot'
import en from '@/messages/en.json'
import { actionFor } from '@/tests/support/actions'

beforeEach(() => sessionStorage.clear())

/** Fills a new post in and saves it; the server answers what is given. */
async function create(answer: () => Promise<Partial<Response>>): Promise<void> {
  globalThis.fetch = jest.fn(answer) as never
  render(
    <AppRouterContext value={{ refresh() {}, push() {} } as never}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>
          <PostForm done={() => {}} />
        </SaveFrame>
        <ToastSlot label="Notices" closeLabel="Close" />
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
  for (const name of ['Title', 'Excerpt', 'Content'])
    await userEvent.type(screen.getAllByLabelText(name)[0] as HTMLElement, `The ${name}`)
  await userEvent.click(screen.getByRole('button', { name: 'Create post' }))
}

const answered = (status: number, text: string) => async () =>
  ({ ok: false, status, statusText: '', headers: new Headers(), text: async () => text }) as never

test.each([
  ['says only that it failed', '<html>Bad gateway</html>', 'Failed to create blog post'],
  [
    'says what went wrong',
    JSON.stringify({ message: 'An unexpected error occurred.', code: 'internal' }),
    'An unexpected error occurred.',
  ],
])('a post that the server could not create is kept: it %s', async (_what, text, sentence) => {
  await create(answered(500, text))
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.getAllByLabelText('Title')[0]).toHaveValue('The Title')
  // It did answer.
  expect(screen.queryByText(/did not answer/)).toBeNull()
})

test('a post that never reached the server says that', async () => {
  await create(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await screen.findByText(/server did not answer/)).toBeInTheDocument()
})

// Seen in editors of blogs: a post of an hour is lost by a press on Cancel, or by a reload.
describe('real life: a post that is being written', () => {
  const page = (posts: object[] = [ONE]) => (
    <AppRouterContext value={{ refresh() {}, push() {} } as never}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>
          <PostManager
            posts={posts as never}
            blog="/blog"
            submit={actionFor('PATCH /api/blog-posts/[id]')}
          />
        </SaveFrame>
        <ToastSlot label="Notices" closeLabel="Close" />
      </NextIntlClientProvider>
    </AppRouterContext>
  )
  const show = (posts?: object[]) => render(page(posts))
  const ONE = {
    id: 1,
    slug: 'one',
    title: 'One',
    excerpt: 'First',
    content: 'Text one',
    author: 'A',
    category: 'content-creation',
    tags: '',
    featured: false,
    published: true,
    publishedAt: '2026-11-01T00:00:00.000Z',
    coverUrl: null,
    translations: {},
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
  }
  const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
  const title = () => screen.getAllByLabelText('Title')[0] as HTMLElement
  beforeEach(() => {
    sessionStorage.clear()
    Element.prototype.scrollIntoView = () => undefined
  })

  test('is there again after Cancel, after editing another one, and after a reload', async () => {
    const { unmount } = show()
    await press('New Post')
    await userEvent.type(title(), 'Night shift')
    await userEvent.type(screen.getAllByLabelText('Content')[0] as HTMLElement, 'A long text')
    await press(/^Edit: One/)
    expect(title()).toHaveValue('One')
    await userEvent.type(title(), ' and a half')
    await press('Cancel')
    await press('New Post')
    expect(title()).toHaveValue('Night shift')
    expect(screen.getByText(en.admin.blog.draftKept.note)).toBeVisible()
    unmount()
    show()
    await press('New Post')
    expect(screen.getAllByLabelText('Content')[0]).toHaveValue('A long text')
    await press(/^Edit: One/)
    expect(title()).toHaveValue('One and a half')
  })

  // Seen in editors: what a button of the toolbar changed cannot be undone, nor what was deleted before it.
  test('a button of the toolbar types what it adds, as a person would', async () => {
    const typed = jest.fn((_command: string, _ui: boolean, text: string) => {
      const field = document.activeElement as HTMLTextAreaElement
      field.setRangeText(text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      return true
    })
    Object.assign(document, { execCommand: typed })
    show()
    await press('New Post')
    const content = screen.getAllByLabelText('Content')[0] as HTMLTextAreaElement
    await userEvent.type(content, 'Soft and loud words')
    content.setSelectionRange(9, 13)
    await userEvent.click(
      screen.getAllByRole('button', { name: en.admin.blog.markdown.bold })[0] as HTMLElement,
    )
    expect(typed.mock.calls).toEqual([['insertText', false, '**loud**']])
    expect(content).toHaveValue('Soft and **loud** words')
    expect([content.selectionStart, content.selectionEnd]).toEqual([11, 15])
    expect(sessionStorage.getItem('post-draft-new')).toContain('**loud**')
  })

  test('is discarded only after a question', async () => {
    show()
    await press('New Post')
    await userEvent.type(title(), 'Night shift')
    await press('Cancel')
    await press('New Post')
    await press(en.admin.blog.draftKept.discard)
    await press(en.admin.lists.keep)
    expect(title()).toHaveValue('Night shift')
    await press(en.admin.blog.draftKept.discard)
    await press(en.admin.blog.draftKept.confirm)
    expect(title()).toHaveValue('')
    expect(screen.queryByText(en.admin.blog.draftKept.note)).toBeNull()
  })

  test('leaves no draft once it is saved', async () => {
    globalThis.fetch = (async () => ({
      ok: true,
      status: 201,
      headers: new Headers(),
      text: async () => '{}',
    })) as never
    show()
    await press('New Post')
    for (const name of ['Title', 'Excerpt', 'Content'])
      await userEvent.type(screen.getAllByLabelText(name)[0] as HTMLElement, 'x')
    expect(sessionStorage).toHaveLength(1)
    await press('Create post')
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
  })

  const AGAIN = { ...ONE, title: 'One, by another', updatedAt: '2026-11-02T00:00:00.000Z' }
  const { draftKept } = en.admin.blog
  /** What is sent, with the server's own refusal of an older version. */
  const server = () => {
    const sent: { version: string; title: string }[] = []
    globalThis.fetch = (async (_path: string, { body }: RequestInit) => {
      const patch = JSON.parse(String(body)) as (typeof sent)[number]
      sent.push(patch)
      const ok = patch.version === AGAIN.updatedAt
      const answer = ok ? AGAIN : { code: 'conflict', message: 'Changed by somebody else' }
      return {
        ok,
        status: ok ? 200 : 409,
        statusText: '',
        headers: new Headers(),
        text: async () => JSON.stringify(answer),
      }
    }) as never
    return sent
  }
  const writeDraft = async () => {
    const { unmount } = show()
    await press(/^Edit: One/)
    await userEvent.type(title(), ' and a half')
    unmount()
  }

  test('does not replace what was saved meanwhile, until its writer says so', async () => {
    const sent = server()
    await writeDraft()
    show([AGAIN])
    await press(/^Edit: One/)
    expect(title()).toHaveValue('One and a half')
    expect(screen.getByText(draftKept.older)).toBeVisible()
    await press('Save post')
    expect(await screen.findByText('Changed by somebody else')).toBeInTheDocument()
    expect(sent).toMatchObject([{ version: ONE.updatedAt }])
    await press(draftKept.keep)
    expect(title()).toHaveValue('One and a half')
    expect(screen.queryByText(draftKept.older)).toBeNull()
    await press('Save post')
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
    expect(sent[1]).toMatchObject({ version: AGAIN.updatedAt, title: 'One and a half' })
  })

  test('gives way to what was saved meanwhile, when its writer says so', async () => {
    await writeDraft()
    show([AGAIN])
    await press(/^Edit: One/)
    await press(draftKept.useSaved)
    await press(draftKept.confirm)
    expect(title()).toHaveValue('One, by another')
    expect(screen.queryByText(draftKept.older)).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  test('says so at once, when the post is saved by another while it is open', async () => {
    const { rerender } = show()
    await press(/^Edit: One/)
    rerender(page([AGAIN]))
    expect(screen.getByText(draftKept.older)).toBeVisible()
    expect(title()).toHaveValue('One')
  })

  // Seen in editors: another one removes the post, and the open form goes with what was typed in it.
  test('stays with its text, when another removes the post while it is open', async () => {
    const sent = server()
    const { rerender } = show()
    await press(/^Edit: One/)
    await userEvent.type(title(), ' and a half')
    rerender(page([]))
    expect(title()).toHaveValue('One and a half')
    await press('Save post')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(title()).toHaveValue('One and a half')
    await press('Cancel')
    expect(screen.getByText(en.admin.blog.empty.title)).toBeVisible()
  })
})
