/** What this browser can do: show notifications, not before it is an app (iPhone), or not at all. */
export function pushHere(): 'possible' | 'homeScreen' | null {
  if (!('serviceWorker' in navigator)) return null
  if ('PushManager' in window && 'Notification' in window) return 'possible'
  return /iPhone|iPad/.test(navigator.userAgent) ? 'homeScreen' : null
}

/** The address and keys of this browser, for the server. */
export type NewPhone = { endpoint: string; keys: { p256dh: string; auth: string } }

const ofConsole = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const found = await navigator.serviceWorker.getRegistration()
  return found?.active ? found : undefined
}

/**
 * Asks for the permission and subscribes at the browser's push service. Called by a press alone:
 * browsers refuse the question otherwise.
 */
export async function subscribeHere(key: string): Promise<NewPhone | 'blocked' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  try {
    const worker = await ofConsole()
    if (!worker) return 'failed'
    // One of an earlier key of ours would be refused.
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    const made = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    })
    const { endpoint, keys } = made.toJSON()
    if (!endpoint || !keys?.p256dh || !keys.auth) return 'failed'
    return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
  } catch {
    return 'failed' // The page says it.
  }
}

/** From now on the worker tells the server when the browser changes this address. */
export async function keepHere(key: string, { endpoint }: NewPhone): Promise<void> {
  ;(await ofConsole())?.active?.postMessage({ phone: { key, endpoint } })
}

export async function unsubscribeHere(): Promise<void> {
  try {
    const worker = await ofConsole()
    worker?.active?.postMessage({ phone: null })
    await (await worker?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    return // The server sends nothing any more; its address answers nobody else.
  }
}
