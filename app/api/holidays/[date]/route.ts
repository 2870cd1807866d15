import * as z from 'zod/mini'
import { adminChange, adminRemoval, route } from '@/lib/route'
import { changeHoliday, removeHoliday } from '@/lib/settings/change'
import { holidayPatch } from '@/lib/settings/schema'
import { date } from '@/lib/text'

const params = z.object({ date: date() })

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: adminChange({
    access: 'manager',
    params,
    body: holidayPatch,
    change: changeHoliday,
    expires: 'holidays',
  }),
  DELETE: adminRemoval({ access: 'manager', params, remove: removeHoliday, expires: 'holidays' }),
})
