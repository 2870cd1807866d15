import type { FormAction } from '@/components/admin/shared/run-action'

/** A server action that makes its call to the server of the test, `fetch`: 'PATCH /api/rooms/[id]'. */
export function actionFor(call: string): FormAction {
  const [method = '', path = ''] = call.split(' ')
  return async ({ params, body }) => {
    const address = path.replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? '')
    const answer = await fetch(address, { method, body: JSON.stringify(body) })
    return { status: answer.status, body: JSON.parse(await answer.text()) as unknown }
  }
}
