// Under Jest there is no Next server and so no cache: what tags it or expires it has nothing to do.
// That a mutation really refreshes the pages is shown by the browser tests on the production build.

export const cacheTag = (): void => undefined
export const cacheLife = (): void => undefined
export const revalidateTag = (): void => undefined
export const revalidatePath = (): void => undefined
export const updateTag = (): void => undefined
export const refresh = (): void => undefined
