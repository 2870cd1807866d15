'use server'
import { PATCH as item } from '@/app/api/portfolio/[id]/route'
import { actionOf } from '@/lib/http/action'

export const submitItem = actionOf(item)
