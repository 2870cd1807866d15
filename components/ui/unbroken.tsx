/** Words with a hyphen, such as the doubled ones of Malay; for `split`. */
export const HYPHENATED = /(\p{L}{1,12}(?:-\p{L}{1,12})+)/u

/** A heading or a name in which words with a hyphen stay on one line. */
export function Unbroken({ children }: { children: string }) {
  const parts = children.split(HYPHENATED)
  if (parts.length === 1) return <span>{children}</span>
  return (
    <span>
      {parts.map((part, index) => (
        <span key={index} className={index % 2 === 1 ? 'whitespace-nowrap' : undefined}>
          {part}
        </span>
      ))}
    </span>
  )
}
