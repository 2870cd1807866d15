import { prepare, say } from '@/components/ui/part'
import type { ExternalToast } from '@/components/ui/toast'

// The notice library (10 KB) is loaded once somebody begins to use the page, not with it: see
// `prepareNotices`. A notice whose code is gone is shown without it, so this import stands alone.
const load = () => import('@/components/ui/toast').then((module) => module.toast)

/** Preloads the notices' code, so that even "no connection" can be shown. */
export const prepareNotices = (): void => prepare(load)

const show =
  (kind: 'error' | 'success') =>
  (title: string, description: string, options?: ExternalToast): void =>
    void load().then(
      (toast) => toast[kind](title, { description, ...options }),
      () => say({ notice: { title, description } }),
    )

export const notice = { error: show('error'), success: show('success') }

/** Takes every notice away: what follows must not be read through what came before. */
export function dismissNotices(): void {
  say({ notice: null })
  void load().then(
    (toast) => toast.dismiss(),
    () => undefined,
  )
}
