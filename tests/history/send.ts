import { network } from './network'
import { Operation, type Plan } from './operation'
import { strangersIn } from './people'
import { isAnyPoisoned } from './poison'
import { ask, type Ask, type Reply, type Route } from './product'
import { isSomebodyBlocked, untilUndone } from './wire'
import type { World } from './world'

/** One request of the product under its plan. What it answers is noted; a 500 is a violation. */
export async function send(
  world: World,
  route: Route,
  question: Ask,
  plan: Plan,
  then: (reply: Reply) => void | Promise<void> = () => {},
): Promise<Operation> {
  const operation = new Operation(route, plan)
  const isAlone = world.held.length === 0
  const before = await lastChange(world)
  await operation.start(async () => {
    const reply = await ask(route, question)
    if (operation.dead) return 'killed'
    const code = String(reply.body.code ?? '')
    world.answers.push({ route, status: reply.status, code })
    if (reply.status === 500 && !question.mayFail && !isAnyPoisoned())
      network.violations.push(`${route} answered 500 to ${JSON.stringify(question.params ?? {})}`)
    // With the connection lost nobody can know whether the last word arrived; while it was stopped others
    // may have acted.
    const isClear = isAlone && !plan.drop && !plan.hold && !operation.hasPaused
    if (reply.status > 500 && isClear && (await lastChange(world)) !== before)
      network.violations.push(`${route} answered ${reply.status} ${code} to what it had done`)
    for (const name of question.whose ? strangersIn(reply.text, question.whose) : [])
      network.violations.push(`${route} names ${name} to ${question.whose}`)
    await then(reply)
    return [reply.status, code].filter(Boolean).join(' ')
  })
  if (!operation.isDone) world.held.push(operation)
  noteFailure(operation)
  await Promise.all(world.released.splice(0))
  await untilUndone(world.sql)
  return operation
}

/** The newest row of the audit log in which a person, and not a job, has done something. */
async function lastChange({ sql }: World): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT coalesce(max(id), 0)::int AS id FROM audit_log WHERE actor IN ('owner', 'manager', 'crew')`,
  )
  return rows[0]?.id ?? 0
}

/** Whoever was paused with a lock that somebody waits for goes on: it is not stopped for ever. */
export async function letGoOfLocks(world: World): Promise<void> {
  const paused = world.held.filter((held) => held.paused)
  if (paused.length === 0 || !(await isSomebodyBlocked(world.sql))) return
  world.held = world.held.filter((held) => !paused.includes(held))
  for (const held of paused) world.released.push(held.release().then(() => noteFailure(held)))
}

function noteFailure({ name, status }: Operation): void {
  if (String(status).startsWith('threw')) network.violations.push(`${name} ${status}`)
}

export const summary = (operation: Operation): string =>
  operation.isDone
    ? String(operation.status)
    : operation.paused
      ? `paused before query ${operation.queries}`
      : `held at Stripe call ${operation.stripeCalls}`

export async function releaseOne(world: World, held: Operation): Promise<void> {
  await held.release()
  noteFailure(held)
  if (held.isDone) world.held = world.held.filter((other) => other !== held)
  await untilUndone(world.sql)
}
