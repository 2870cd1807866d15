// A held reward: awarded by hand with a reason, without which nothing is sent.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { RewardActions } from '@/components/admin/members/member-actions'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import en from '@/messages/en.json'

const { rewards } = en.admin.members

test('a held reward is awarded once a reason is typed, and the reason is sent', async () => {
  const call = jest.fn((_path: string, _init: RequestInit) => Promise.resolve(Response.json({})))
  globalThis.fetch = call as typeof fetch
  render(
    <AppRouterContext value={{ refresh: () => {} } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>
          <RewardActions id={3} name="Aina" amount="RM100.00" status="held" />
        </SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
  await userEvent.click(screen.getByRole('button', { name: rewards.steps.awarded }))
  const dialog = await screen.findByRole('dialog', { name: 'Award RM100.00 to Aina?' })
  const award = () => dialog.querySelector('button[type=submit]') as HTMLElement
  await userEvent.click(award())
  expect(call).not.toHaveBeenCalled()
  await userEvent.type(screen.getByLabelText(new RegExp(rewards.note)), 'Two sisters')
  await userEvent.click(award())
  const [path, init] = call.mock.calls[0] ?? []
  expect([path, JSON.parse(String(init?.body))]).toEqual([
    '/api/referral-rewards/3',
    { status: 'awarded', note: 'Two sisters' },
  ])
})
