'use server'
import { PATCH as contact } from '@/app/api/admin/bookings/[id]/contact/route'
import { POST as notes } from '@/app/api/admin/bookings/[id]/notes/route'
import { actionOf } from '@/lib/http/action'

export const submitNote = actionOf(notes)
export const submitContactDetails = actionOf(contact)
