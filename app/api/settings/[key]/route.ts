import { after } from 'next/server'
import * as z from 'zod/mini'
import { expireContent } from '@/lib/cache/expire'
import { readJson } from '@/lib/http/request'
import { deliverDueMails } from '@/lib/jobs/jobs'
import { warnOfSetting } from '@/lib/mail/warnings'
import { json, method, parsed, route } from '@/lib/route'
import { saveSetting } from '@/lib/settings/change'
import { isGuarded, MANAGED_SETTINGS, SETTING_KEYS, SETTINGS } from '@/lib/settings/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'manager',
    params: z.object({ key: z.enum(SETTING_KEYS) }),
    least: ({ params }) => (MANAGED_SETTINGS.includes(params.key) ? 'manager' : 'owner'),
    proof: ({ params }) => isGuarded(params.key),
    async handle({ request, params: { key }, admin }) {
      // The schema of the body depends on the key.
      const { value, version } = parsed<{ value: object; version?: string | undefined }>(
        SETTINGS[key].body,
        await readJson(request),
      )
      const change = { key, value: { ...value }, version, actor: admin.username }
      const saved = await saveSetting({
        ...change,
        ...(isGuarded(key) && { tell: (tx, made) => warnOfSetting(tx, { key, ...made }) }),
      })
      expireContent('settings')
      after(deliverDueMails)
      return json(saved)
    },
  }),
})
