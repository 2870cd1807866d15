import type { FeedError } from './schema'

/** Why a calendar of elsewhere was not read. */
export class FeedRefusal extends Error {
  constructor(
    readonly why: FeedError,
    readonly detail: string | null = null,
  ) {
    super(detail === null ? why : `${why}: ${detail}`)
    this.name = 'FeedRefusal'
  }
}
