import { render } from '@testing-library/react'
import { JsonLd } from '@/components/layout/json-ld'

test('text of the owner cannot end the script, and is read back unchanged', () => {
  const name = '</script><script>alert(1)</script> <!-- & "quotes"'
  const { container } = render(
    <JsonLd data={{ '@context': 'https://schema.org', '@type': 'Person', name }} />,
  )
  const script = container.querySelector('script')
  expect(script?.type).toBe('application/ld+json')
  expect(script?.innerHTML).not.toContain('<')
  expect(JSON.parse(script?.innerHTML ?? '')).toMatchObject({ name })
})
