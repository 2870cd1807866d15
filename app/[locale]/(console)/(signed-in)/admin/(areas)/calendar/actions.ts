'use server'
import { POST as blocks } from '@/app/api/admin/blocks/route'
import { actionOf } from '@/lib/http/action'

export const submitBlock = actionOf(blocks)
