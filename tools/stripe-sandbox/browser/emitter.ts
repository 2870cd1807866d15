type Handler = (event?: unknown) => void

/** `on`, `once`, `off` and the sending side, as Stripe's elements have them. */
export class Emitter {
  private readonly handlers = new Map<string, Handler[]>()

  on(name: string, handler: Handler): this {
    this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler])
    return this
  }

  once(name: string, handler: Handler): this {
    const wrapped: Handler = (event) => {
      this.off(name, wrapped)
      handler(event)
    }
    return this.on(name, wrapped)
  }

  off(name: string, handler?: Handler): this {
    this.handlers.set(
      name,
      handler ? (this.handlers.get(name) ?? []).filter((each) => each !== handler) : [],
    )
    return this
  }

  protected send(name: string, event?: unknown): void {
    for (const handler of this.handlers.get(name) ?? []) handler(event)
  }
}
