// A link to a setting: what its fragment names is shown and focused, and nothing else does harm.
import { render, screen } from '@testing-library/react'
import { ArriveAtSetting } from '@/components/admin/settings/arrive'

afterEach(() => void (location.hash = ''))

const show = () =>
  render(
    <>
      <ArriveAtSetting />
      <details>
        <summary>Tax</summary>
        <input id="setting-tax-rate" aria-label="Rate" />
      </details>
    </>,
  )

beforeEach(() => void (Element.prototype.scrollIntoView = jest.fn()))

test('the fold around a field is opened, and the field focused', () => {
  location.hash = '#setting-tax-rate'
  show()
  expect(screen.getByLabelText('Rate')).toHaveFocus()
  expect(screen.getByRole('group')).toHaveAttribute('open')
})

test('every fold around a field is opened, and no other', () => {
  location.hash = '#setting-tax-rate'
  render(
    <details>
      <summary>Seldom</summary>
      <details>
        <summary>Inner</summary>
        <input id="setting-tax-rate" aria-label="Rate" />
      </details>
      <details data-testid="other">
        <summary>Other</summary>
      </details>
      <ArriveAtSetting />
    </details>,
  )
  expect(screen.getByLabelText('Rate')).toBeVisible()
  expect(screen.getByTestId('other')).not.toHaveAttribute('open')
})

test('a part that is found by its heading keeps its folds', () => {
  location.hash = '#setting-tax'
  render(
    <section>
      <h3 id="setting-tax">Tax</h3>
      <details data-testid="fold">
        <summary>Seldom</summary>
      </details>
      <ArriveAtSetting />
    </section>,
  )
  expect(screen.getByTestId('fold')).not.toHaveAttribute('open')
})

test.each(['#%', '#setting-%E0%A4', '#setting-tax-%zz', '#nothing'])(
  'the fragment %s leaves the page as it is',
  (hash) => {
    location.hash = hash
    show()
    expect(screen.getByText('Tax')).toBeVisible()
  },
)
