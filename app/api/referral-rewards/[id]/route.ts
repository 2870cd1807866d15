import { NextResponse } from 'next/server'
import * as z from 'zod/mini'
import { method, route } from '@/lib/http'
import { decideReward } from '@/lib/memberships/referrals'
import { rewardBody } from '@/lib/memberships/schema'
import { idText } from '@/lib/text'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params: z.object({ id: idText() }),
    body: rewardBody,
    async handle({ params, body, admin }) {
      await decideReward({ id: params.id, to: body.status, actor: admin.username, now: new Date() })
      return new NextResponse(null, { status: 204 })
    },
  }),
})
