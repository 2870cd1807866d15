import { TIERS, type Tier } from '@/lib/studio'
import { POPULAR } from '@/lib/orders/rules'
import type { Words } from './words'

type Props = { words: Words; value: Tier; onChange: (tier: Tier) => void }

export const TierChoice = ({ words, value, onChange }: Props) => (
  <fieldset>
    <legend>{words.tier}</legend>
    <div className="tiers">
      {TIERS.map((tier) => {
        const { name, text, features, badge } = words.tiers[tier]
        return (
          <div key={tier} className="pick tier">
            <div>
              <b id={`tier-${tier}`}>{name}</b>
              {tier === POPULAR && <span className="tag tag-full">{words.popular}</span>}
              {badge && <span className="tag">{badge}</span>}
            </div>
            <p>{text}</p>
            <ul id={`tier-${tier}-has`}>
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
            <input
              type="radio"
              name="tier"
              value={tier}
              checked={tier === value}
              onChange={() => onChange(tier)}
              aria-labelledby={`tier-${tier}`}
              aria-describedby={`tier-${tier}-has`}
            />
          </div>
        )
      })}
    </div>
  </fieldset>
)
