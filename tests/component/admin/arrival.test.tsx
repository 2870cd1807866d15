// An act without a connection: said, not shown as done, and possible again.
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { ArrivalActs } from '@/components/admin/booking/arrival-acts'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { ToastSlot } from '@/components/ui/toast-slot'
import en from '@/messages/en.json'

const { sheet, save } = en.admin

test('“Arrived” that was not sent is not shown as noted', async () => {
  const refresh = jest.fn()
  const call = jest.fn().mockRejectedValue(new TypeError('Failed to fetch'))
  globalThis.fetch = call
  const arrival = { arrivedAt: null, noShowAt: null }
  render(
    <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>
          <ArrivalActs
            {...{ id: 12, name: 'Aina', arrival, whatsApp: null, late: '' }}
            version="2026-11-26T01:00:00.000Z"
          />
        </SaveFrame>
        <ToastSlot label="Notices" closeLabel="Close" />
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
  const button = screen.getByRole('button', { name: sheet.arrived })
  await userEvent.click(button)
  expect(await screen.findByText(save.unreachable)).toBeVisible()
  await waitFor(() => expect(button).toBeEnabled())
  expect(button).toHaveAttribute('aria-pressed', 'false')
  expect(refresh).not.toHaveBeenCalled()
  await userEvent.click(button)
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2))
})
