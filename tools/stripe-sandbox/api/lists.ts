import { invalid, noSuch } from '../http/errors'
import { integer, record, text } from '../http/params'
import type { Params } from '../http/form'

interface Listed {
  id: string
  created?: number
}

function createdFilter(params: Params): (item: Listed) => boolean {
  if (typeof params.created === 'string') {
    const exact = integer(params, 'created')
    return (item) => item.created === exact
  }
  const range = record(params, 'created')
  if (!range) return () => true
  const bound = (name: string) => integer(range, name)
  const [gt, gte, lt, lte] = [bound('gt'), bound('gte'), bound('lt'), bound('lte')]
  return ({ created = 0 }) =>
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
}

/** A page of `items` (given oldest first), newest first, with Stripe's cursors. */
export function page<T extends Listed>(
  params: Params,
  items: T[],
  url: string,
  keep: (item: T) => boolean = () => true,
) {
  const limit = integer(params, 'limit') ?? 10
  if (limit < 1 || limit > 100) {
    throw invalid('This value must be greater than or equal to 1 and at most 100.', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  }
  const created = createdFilter(params)
  const all = items.filter((item) => created(item) && keep(item)).reverse()
  const at = (name: string) => {
    const id = text(params, name)
    if (!id) return null
    const index = all.findIndex((item) => item.id === id)
    if (index < 0) throw noSuch('object', id, name, 400)
    return index
  }
  const after = at('starting_after')
  const before = at('ending_before')
  const [from, to] =
    before === null
      ? [(after ?? -1) + 1, (after ?? -1) + 1 + limit]
      : [Math.max(0, before - limit), before]
  return {
    object: 'list' as const,
    data: all.slice(from, to),
    has_more: before === null ? to < all.length : from > 0,
    url,
  }
}
