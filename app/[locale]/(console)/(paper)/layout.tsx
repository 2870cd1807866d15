import { type ReactNode, Suspense } from 'react'

/** What is printed: nothing of the console around it. */
export default function PaperLayout({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={null}>
      <div className="contents">{children}</div>
    </Suspense>
  )
}
