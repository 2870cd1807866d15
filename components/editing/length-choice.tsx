import { LENGTHS, type Length, type Tier } from '@/lib/studio'
import type { CSSProperties } from 'react'
import { formatRM } from '@/lib/money'
import { tablePrice } from '@/lib/orders/rules'
import type { Words } from './words'

type Props = { words: Words; tier: Tier; value: Length | null; onChange: (length: Length) => void }

// How long the clip is drawn: not to scale, or the short ones would vanish beside ten minutes.
const DRAWN: Record<Length, string> = {
  '<60s': '14%',
  '60-120s': '27%',
  '120-180s': '40%',
  '5-10 mins': '82%',
  '>10 mins': '100%',
}

/** The lengths as clips on a time line, each with the tier's price. */
export const LengthChoice = ({ words, tier, value, onChange }: Props) => (
  <fieldset>
    <legend>{words.length}</legend>
    <div className="track figures">
      {LENGTHS.map((length, index) => {
        const price = tablePrice(tier, length)
        return (
          <div key={length} className="pick clip">
            <b id={`length-${index}`}>{words.lengths[length]}</b>
            <i aria-hidden="true" style={{ '--length': DRAWN[length] } as CSSProperties} />
            <span id={`length-${index}-price`}>
              {price === null ? words.discuss : formatRM(price)}
            </span>
            <input
              type="radio"
              name="duration"
              value={length}
              checked={length === value}
              onChange={() => onChange(length)}
              aria-labelledby={`length-${index}`}
              aria-describedby={`length-${index}-price`}
            />
          </div>
        )
      })}
    </div>
  </fieldset>
)
