import './filter.css'

type Props = {
  name: string
  legend: string
  all: string
  options: { value: string; label: string }[]
  className?: string
}

/**
 * Radios as chips that filter the items with a `data-kind` in the same `.filtered`; plain HTML, no
 * script.
 */
export const Filter = ({ name, legend, all, options, className }: Props) => (
  <fieldset className={className}>
    <legend className="eyebrow mb-3">{legend}</legend>
    <div className="flex flex-wrap gap-2">
      {[{ value: 'all', label: all }, ...options].map(({ value, label }) => (
        <label key={value} className="chip">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === 'all'}
            className="sr-only"
          />
          <span className="first-letter:uppercase">{label}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
