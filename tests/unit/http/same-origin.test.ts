import { isSameOrigin } from '@/lib/http/same-origin'

const SITE = 'https://studio.example'
const HOST = 'studio.example'
type Sender = Parameters<typeof isSameOrigin>[0]

test.each<[string, boolean, Partial<Sender>]>([
  ['no browser', true, {}],
  ['an address that was typed', true, { site: 'none' }],
  ['our page, by the browser’s word', true, { site: 'same-origin' }],
  ['a link of another site', false, { site: 'cross-site' }],
  ['another host of the domain', false, { site: 'same-site' }],
  ['our page', true, { origin: SITE, site: 'same-origin' }],
  [
    'our page, behind a proxy that names itself as the host',
    true,
    { origin: SITE, host: 'inside' },
  ],
  ['the host that was asked', true, { origin: 'http://localhost:3000', host: 'localhost:3000' }],
  ['another site', false, { origin: 'https://evil.example', site: 'cross-site' }],
  ['our host on another port', false, { origin: `${SITE}:8443` }],
  ['our page that is to name no referrer', true, { origin: 'null', site: 'same-origin' }],
  ['a frame without an origin', false, { origin: 'null', site: 'cross-site' }],
  ['a browser that says nothing of it', false, { origin: 'null' }],
  ['an address that was typed, with no origin', false, { origin: 'null', site: 'none' }],
  ['an empty origin', false, { origin: '' }],
])('%s: %p', (_what, isOurs, sent) => {
  const sender = { origin: null, site: null, host: HOST, ...sent }
  expect(isSameOrigin(sender, SITE)).toBe(isOurs)
})
