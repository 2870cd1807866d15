import * as z from 'zod/mini'
import { expireContent } from '@/lib/cache/expire'
import { hit } from '@/lib/http/rate-limit'
import { readJson } from '@/lib/http/request'
import { Problem } from '@/lib/problem'
import { json, method, parsed, route } from '@/lib/route'
import { checkPayments, sendTestMail } from '@/lib/setup/checks'
import { addFirstServices, addKnownHolidays, saveRoom } from '@/lib/setup/content'
import { roomNameBody, SETUP_STEPS, testMailBody, type SetupStep } from '@/lib/setup/schema'
import { finishSetup } from '@/lib/setup/state'

type Call = { body: unknown; actor: string; now: Date; address: string }

const STEPS: Record<SetupStep, (call: Call) => Promise<object>> = {
  async room({ body, actor }) {
    const { name } = parsed(roomNameBody, body)
    await saveRoom({ name, actor })
    return { name }
  },
  payments: ({ actor, now }) => checkPayments({ actor, now }),
  async mail({ body, actor, now, address }) {
    const to = parsed(testMailBody, body)
    // A stolen session must not be able to send unlimited mail to strangers.
    const retryAfter = await hit({ name: 'test-mail', max: 10, seconds: 3600 }, address)
    if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
    return sendTestMail({ ...to, actor, now })
  },
  async holidays({ actor, now }) {
    const added = await addKnownHolidays({ actor, now })
    expireContent('holidays')
    return added
  },
  async services({ actor }) {
    const added = await addFirstServices({ actor })
    expireContent('services')
    return added
  },
  async finish({ actor, now }) {
    await finishSetup({ actor, now })
    return {}
  },
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'owner',
    params: z.object({ step: z.enum(SETUP_STEPS) }),
    limit: { name: 'setup', max: 120, seconds: 600 },
    async handle({ request, params: { step }, admin, address }) {
      // The schema of the body depends on the step.
      const body = await readJson(request)
      return json(await STEPS[step]({ body, actor: admin.username, now: new Date(), address }))
    },
  }),
})
