import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { Calculator } from '@/components/membership/calculator'
import en from '@/messages/en.json'

const packages = [
  { id: 1, name: 'Audio Podcast Basic', hourly: 99_00 },
  { id: 4, name: 'Video Podcast Premium', hourly: 248_00 },
]
// The amounts' space does not break.
const sum = () => screen.getByRole('status').textContent?.replaceAll('\u00a0', ' ')
const chooseSessions = (value: number) =>
  fireEvent.change(screen.getByRole('slider', { name: 'Number of sessions' }), {
    target: { value },
  })

beforeEach(
  () =>
    void render(
      <NextIntlClientProvider locale="en" messages={en}>
        <Calculator
          packages={packages}
          taxed={[<span key="1">RM107.17 with tax</span>, <span key="2">RM268.46 with tax</span>]}
        />
      </NextIntlClientProvider>,
    ),
)

test('begins with eleven sessions of the first service, the customer’s own example', () => {
  expect(sum()).toBe(
    'Without membership RM1,089.00With membership RM990.00You save10 paid · 1 freeRM99.00',
  )
})

test('another service and another number change the sum', async () => {
  await userEvent.selectOptions(screen.getByLabelText('Service'), 'Video Podcast Premium')
  expect(sum()).toContain('RM2,728.00')
  expect(sum()).toContain('RM2,480.00')
  chooseSessions(22)
  expect(sum()).toContain('With membership RM4,960.00')
  expect(sum()).toContain('20 paid · 2 freeRM496.00')
})

test('saves nothing before the eleventh, and says so', () => {
  chooseSessions(10)
  expect(sum()).toContain('0 freeRM0.00')
})
