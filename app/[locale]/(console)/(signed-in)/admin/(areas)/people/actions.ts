'use server'
import { POST as users } from '@/app/api/admin/users/route'
import { actionOf } from '@/lib/http/action'

export const submitInvitation = actionOf(users)
