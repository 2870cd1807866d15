/** How much of a file has been sent; nothing while none is. */
export function SendingProgress({ part, label }: { part: number | null; label: string }) {
  if (part === null) return null
  return (
    <div className="flex items-center gap-3 text-sm text-muted">
      <span>{label}</span>
      <progress max={1} value={part} aria-label={label} className="min-w-0 grow" />
      <span className="figures">{`${Math.floor(part * 100)} %`}</span>
    </div>
  )
}
