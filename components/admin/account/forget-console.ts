const ofConsole = ({ scope }: ServiceWorkerRegistration) => /\/admin$/.test(new URL(scope).pathname)

/** Removes what the console's workers keep and show on this device, and the workers. */
export async function forgetConsole(): Promise<void> {
  try {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      if (!ofConsole(registration)) continue
      for (const shown of await registration.getNotifications()) shown.close()
      await registration.unregister()
    }
    for (const name of await caches.keys())
      if (name.startsWith('console ')) await caches.delete(name)
  } catch {
    return // A browser that refuses workers and their storage has kept nothing.
  }
}
