export type PostFacts = { category: string; date: string; day: string; minutes: string }

/** What a post is about, its day and how long it takes to read, in words. */
export const MetaLine = ({
  category,
  date,
  day,
  minutes,
  className = '',
}: PostFacts & { className?: string }) => (
  <p className={`figures flex flex-wrap gap-x-3 text-xs text-muted ${className}`}>
    <span className="text-tungsten first-letter:uppercase">{category}</span>
    <time dateTime={date}>{day}</time>
    <span>{minutes}</span>
  </p>
)
