import 'server-only'
import { Fragment } from 'react'
import { wordsIn } from './line-words'
import { HYPHENATED, Unbroken } from './unbroken'

/**
 * A heading or a name whose lines end between words: Chinese in its words, and words with a hyphen
 * whole. The text itself stays as it is. On the server alone: browsers find other words. Headings of
 * client components take Unbroken; Chinese ones break at punctuation, by the style of headings.
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
  return <Unbroken>{children}</Unbroken>
}

/** Whether WholeWords makes more of a text than the text. */
export const hasPieces = (text: string): boolean =>
  wordsIn(text).length > 1 || HYPHENATED.test(text)
