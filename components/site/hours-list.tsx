/** The days in words, and from when to when. */
export type OpeningLine = readonly [days: string, hours: string]

export const HoursList = ({
  lines,
  className = '',
}: {
  lines: readonly OpeningLine[]
  className?: string
}) => (
  <dl className={`figures grid gap-y-1 ${className}`}>
    {lines.map(([days, hours]) => (
      <div key={days} className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-muted">{days}</dt>
        <dd>{hours}</dd>
      </div>
    ))}
  </dl>
)
