'use server'
import { POST as codes } from '@/app/api/admin/codes/route'
import { POST as feeds } from '@/app/api/admin/feeds/route'
import { PATCH as holiday } from '@/app/api/holidays/[date]/route'
import { POST as holidays } from '@/app/api/holidays/route'
import { PATCH as room } from '@/app/api/rooms/[id]/route'
import { POST as rooms } from '@/app/api/rooms/route'
import { PATCH as setting } from '@/app/api/settings/[key]/route'
import { actionOf } from '@/lib/http/action'

export const submitSetting = actionOf(setting)
export const submitCode = actionOf(codes)
export const submitFeed = actionOf(feeds)
export const submitNewHoliday = actionOf(holidays)
export const submitHoliday = actionOf(holiday)
export const submitNewRoom = actionOf(rooms)
export const submitRoom = actionOf(room)
