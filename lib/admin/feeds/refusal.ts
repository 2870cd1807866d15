import type { FeedError } from './schema'

export class FeedRefusal extends Error {
  constructor(
    readonly why: FeedError,
    readonly detail: string | null = null,
  ) {
    super(detail === null ? why : `${why}: ${detail}`)
    this.name = 'FeedRefusal'
  }
}
