import { date } from '@/lib/text'
import * as z from 'zod/mini'
import { removal } from '@/lib/content/schema'
import { expireContent } from '@/lib/expire'
import { json, method, noContent, route } from '@/lib/http'
import { changeHoliday, removeHoliday } from '@/lib/settings/mutations'
import { holidayPatch } from '@/lib/settings/schema'

const params = z.object({ date: date() })

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: method({
    access: 'admin',
    params,
    body: holidayPatch,
    async handle({ params, body: { version, ...body }, admin }) {
      const holiday = await changeHoliday({
        date: params.date,
        body,
        version,
        actor: admin.username,
      })
      expireContent('holidays')
      return json(holiday)
    },
  }),
  DELETE: method({
    access: 'admin',
    params,
    body: removal,
    async handle({ params, body, admin }) {
      await removeHoliday({ date: params.date, version: body.version, actor: admin.username })
      expireContent('holidays')
      return noContent()
    },
  }),
})
