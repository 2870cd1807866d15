/** A look at whether the database is back must not outlive the file in which it went. */
afterAll(() => {
  delete (globalThis as { studioOutage?: unknown }).studioOutage
})
