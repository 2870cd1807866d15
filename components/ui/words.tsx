import 'server-only'
import { Fragment } from 'react'
import { HYPHENATED, wordsIn } from './line-words'

/**
 * A heading or a name whose lines end between words: Chinese in its words, and words with a hyphen
 * whole. The text itself stays as it is. On the server alone: browsers find other words.
 */
export function WholeWords({ children }: { children: string }) {
  const pieces = wordsIn(children)
  if (pieces.length > 1)
    return (
      <span className="words">
        {pieces.map((piece, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            <span>{piece}</span>
          </Fragment>
        ))}
      </span>
    )
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
