'use server'
import { PATCH as post } from '@/app/api/blog-posts/[id]/route'
import { actionOf } from '@/lib/http/action'

export const submitPost = actionOf(post)
