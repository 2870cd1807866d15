import { unstable_isUnrecognizedActionError as isUnknownAction } from 'next/navigation'
import { HttpError, pageLanguage } from '@/components/api'
import { PartMissing, say } from '@/components/ui/part'

type Answer = { status: number; body: unknown }
export type ActionForm = {
  /** The parts of the address of the call that the action stands for. */
  params: Record<string, string>
  body: unknown
  /** What is sent again with it is not done twice: see components/idempotency.ts. */
  idempotencyKey?: string
}

/** A server action of the console (lib/http/action.ts). */
export type FormAction = (sent: ActionForm & { language: string }) => Promise<Answer>

/**
 * Submits a form by its server action, and returns and throws what its call would
 * (components/api.ts). PartMissing when the server does not know the action, because the site was
 * updated since this page was opened: the page then says so and offers a reload, which keeps what
 * was typed.
 */
export async function runAction<T>(action: FormAction, form: ActionForm): Promise<T> {
  // As JSON: for React a list that stands in the body twice would be a reference.
  const plain = JSON.stringify({ ...form, language: pageLanguage() })
  const answer = await action(JSON.parse(plain) as Parameters<FormAction>[0]).catch(answerIn)
  if (answer.status >= 400)
    throw new HttpError(answer.status, '', (answer.body ?? {}) as HttpError['body'])
  return answer.body as T
}

/** What the server answered instead of carrying the action out. Throws when there was no answer. */
function answerIn(error: unknown): Answer {
  if (isUnknownAction(error)) {
    say({ isMissing: true })
    throw new PartMissing(error)
  }
  if (error instanceof TypeError) throw error // fetch's own, when the server was not reached
  // server/refusal-answer.ts; everything else is a page of an error.
  const [, status, body] = /^(\d{3}) (\{.*\})$/s.exec((error as Error).message) ?? []
  return { status: Number(status ?? 500), body: JSON.parse(body ?? '{}') as unknown }
}
