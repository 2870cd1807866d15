// The notice library (10 KB) is loaded once somebody begins to use the form, not with the page: see
// `prepareNotices`.
const load = () => import('@/components/ui/toast').then((module) => module.toast)

/** Preloads the notices' code, so that even "no connection" can be shown. */
export const prepareNotices = (): void => void load()

export const notice = {
  error: (title: string, description: string): void =>
    void load().then((toast) => toast.error(title, { description })),
  success: (title: string, description: string): void =>
    void load().then((toast) => toast.success(title, { description })),
}
