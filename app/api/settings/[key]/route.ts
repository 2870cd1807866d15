import * as z from 'zod/mini'
import { expireContent } from '@/lib/expire'
import { json, method, parsed, route } from '@/lib/http'
import { readJson } from '@/lib/request'
import { saveSetting } from '@/lib/settings/mutations'
import { SETTING_KEYS, SETTINGS } from '@/lib/settings/schema'

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params: z.object({ key: z.enum(SETTING_KEYS) }),
    async handle({ request, params: { key }, admin }) {
      // Which shape the body has depends on the key.
      const { value, version } = parsed(
        SETTINGS[key] as z.ZodMiniType<{ value: object; version?: string | undefined }, unknown>,
        await readJson(request),
      )
      const saved = await saveSetting({ key, value: { ...value }, version, actor: admin.username })
      expireContent('settings')
      return json(saved)
    },
  }),
})
