process.env.RATE_LIMIT_SCALE = '1'
import { callRoute } from '@/tests/support/call'
import { routeAt } from '@/tests/integration/http/refused'
import { openShop } from '@/tests/support/shop'

const shop = openShop()
const BODY = {
  customerName: 'Aina',
  customerEmail: 'aina@example.com',
  tier: 'basic',
  duration: '<60s',
}

test('twenty orders in ten minutes from one address, then 429 with the time to wait', async () => {
  const post = () =>
    callRoute(routeAt('video-editing-orders').POST as never, '/api/video-editing-orders', {
      body: BODY,
    })
  for (let n = 0; n < 20; n++) expect((await post()).status).toBe(201)
  const refused = await post()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await shop.rows(`SELECT count(*)::int FROM video_editing_orders`)).toEqual([{ count: 20 }])
})
