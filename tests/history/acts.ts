// Everything that can happen in a history.
import type { Act } from './act'
import { BANK } from './acts/bank'
import { CLOCK } from './acts/clock'
import { CREWS } from './acts/crew'
import { FINANCE } from './acts/finance'
import { JOB } from './acts/job'
import { MAIL } from './acts/mail'
import { MANAGERS } from './acts/manager'
import { OPERATOR } from './acts/operator'
import { OWNERS } from './acts/owner'
import { OWNERS_MONEY } from './acts/owner-money'
import { SETTINGS } from './acts/settings'
import { STRIPE } from './acts/stripe'
import { VISITOR } from './acts/visitor'
import { VISITOR_ORDERS } from './acts/visitor-orders'
import { VISITOR_PAYS } from './acts/visitor-pays'

const ALL = {
  ...VISITOR,
  ...VISITOR_PAYS,
  ...VISITOR_ORDERS,
  ...FINANCE,
  ...OWNERS,
  ...OWNERS_MONEY,
  ...MANAGERS,
  ...CREWS,
  ...BANK,
  ...STRIPE,
  ...MAIL,
  ...JOB,
  ...CLOCK,
  ...SETTINGS,
  ...OPERATOR,
}
export type Kind = keyof typeof ALL
export const ACTS: Readonly<Record<Kind, Act>> = ALL
export const KINDS = Object.keys(ALL) as Kind[]
