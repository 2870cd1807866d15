'use server'
import { PATCH as contact } from '@/app/api/admin/orders/[id]/contact/route'
import { actionOf } from '@/lib/http/action'

export const submitOrderContact = actionOf(contact)
