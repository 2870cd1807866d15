// Replaces `next/cache` outside Next (our server's jobs, scripts): there is no cache, so marking
// does nothing. revalidateTag and similar functions are missing on purpose: code that needs them
// cannot work here, and bundling it fails.
export const cacheTag = () => {}
export const cacheLife = () => {}
