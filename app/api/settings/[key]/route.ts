import * as z from 'zod/mini'
import { expireContent } from '@/lib/cache/expire'
import { readJson } from '@/lib/http/request'
import { json, method, parsed, route } from '@/lib/route'
import { saveSetting } from '@/lib/settings/change'
import { MANAGED_SETTINGS, SETTING_KEYS, SETTINGS } from '@/lib/settings/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: method({
    access: 'manager',
    params: z.object({ key: z.enum(SETTING_KEYS) }),
    least: ({ params }) => (MANAGED_SETTINGS.includes(params.key) ? 'manager' : 'owner'),
    async handle({ request, params: { key }, admin }) {
      // The schema of the body depends on the key.
      const { value, version } = parsed<{ value: object; version?: string | undefined }>(
        SETTINGS[key].body,
        await readJson(request),
      )
      const saved = await saveSetting({ key, value: { ...value }, version, actor: admin.username })
      expireContent('settings')
      return json(saved)
    },
  }),
})
