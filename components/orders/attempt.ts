import { attempts } from '@/components/payment/attempt'

export const { attemptKey, forgetAttempt, persist } = attempts('order-attempt')
