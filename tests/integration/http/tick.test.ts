// What GET /api/cron/tick does besides the jobs, where a platform serves the pages.
import { type revalidateTag } from 'next/cache'
import { type GET } from '@/app/api/cron/tick/route'
import { CONTENT_TAGS } from '@/lib/cache/expire'
import { callRoute } from '@/tests/support/call'

jest.mock('next/cache', () => ({
  ...jest.requireActual<object>('next/cache'),
  revalidateTag: jest.fn(),
}))
// The jobs have tests of their own.
jest.mock('@/lib/jobs/jobs', () => ({ runDueJobs: () => Promise.resolve([]) }))

const tick = async (vercel: string | undefined) => {
  jest.resetModules()
  jest.replaceProperty(process, 'env', {
    ...process.env,
    CRON_SECRET: 'a-secret-of-the-test',
    VERCEL: vercel,
  })
  const route = (await import('@/app/api/cron/tick/route')) as { GET: typeof GET }
  const expired = (await import('next/cache')).revalidateTag as jest.MockedFunction<
    typeof revalidateTag
  >
  const answer = await callRoute(route.GET, '/api/cron/tick', {
    headers: { authorization: 'Bearer a-secret-of-the-test' },
  })
  return { status: answer.status, expired: expired.mock.calls.map(([tag]) => tag) }
}

test('expires every tag on Vercel: what was changed from a terminal shows', async () => {
  expect(await tick('1')).toEqual({ status: 200, expired: [...CONTENT_TAGS] })
})

test('expires none where our own server watches the database', async () => {
  expect(await tick(undefined)).toEqual({ status: 200, expired: [] })
})
