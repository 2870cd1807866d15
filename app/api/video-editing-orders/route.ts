import { provenEmailOf } from '@/lib/auth/queries'
import { adminList, json, method, route } from '@/lib/route'
import { withIdempotencyKey } from '@/lib/http/idempotency'
import { toOrderDto } from '@/lib/orders/queries'
import { listOrders } from '@/lib/admin/orders/queries'
import { orderBody, orderListQuery, type OrderDto, type OrderResponse } from '@/lib/orders/schema'
import { orderSecret } from '@/lib/orders/client-secret'
import { placeOrder } from '@/lib/orders/place'
import { newToken, setVisitorCookie, sha256 } from '@/lib/http/request'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: adminList({ access: 'manager', query: orderListQuery, list: listOrders }),
  POST: method({
    access: 'public',
    limit: { name: 'orders', max: 20, seconds: 600 },
    body: orderBody,
    async handle({ request, body, visitor, locale }) {
      const key = request.headers.get('idempotency-key')
      const question = {
        endpoint: 'video-editing-orders',
        key,
        body,
        email: body.customerEmail,
        visitorToken: visitor.token ?? newToken(),
        hasCookie: visitor.token !== null,
      }
      const now = new Date()
      const provenEmail = await provenEmailOf(request)
      const answer = await withIdempotencyKey(question, async (token) => {
        const claimed = {
          price: body.price ?? null,
          rushPrice: body.rushPrice ?? null,
          totalAmount: body.totalAmount ?? null,
        }
        const { order, created } = await placeOrder({
          ...body,
          ...claimed,
          visitorHash: sha256(token),
          provenEmail,
          locale,
          now,
        })
        return { status: created ? 201 : 200, body: toOrderDto(order), visitorToken: token }
      })
      // Not part of the stored answer: a secret is not stored, and an order that was paid meanwhile
      // must say so.
      const order = answer.body as OrderDto
      const clientSecret = await orderSecret({
        orderId: order.id,
        visitorHash: sha256(answer.visitorToken),
        now,
      })
      const [intentId = null] = clientSecret.split('_secret_')
      const stripePaymentIntentId = order.stripePaymentIntentId ?? intentId
      const response = json(
        { ...order, stripePaymentIntentId, clientSecret } satisfies OrderResponse,
        answer.status,
      )
      setVisitorCookie(response, answer.visitorToken)
      return response
    },
  }),
})
