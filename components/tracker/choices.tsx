type Option<T> = {
  value: T
  text: string
  /** The text for screen readers, when it is longer than the visible one. */ name?: string
}
type Props<T> = {
  legend: string
  name: string
  value: T
  options: Option<T>[]
  onChange: (value: T) => void
}

/** One of a few, as native radio buttons in a row of chips. */
export function Choices<T extends string | number>({
  legend,
  name,
  value,
  options,
  onChange,
}: Props<T>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={
              'figures relative grid h-11 place-items-center rounded-full border ' +
              'border-edge bg-ground px-4.5 text-sm transition-colors hover:border-muted ' +
              'has-checked:border-tungsten has-checked:bg-tungsten/12 ' +
              'has-checked:font-semibold has-checked:text-tungsten'
            }
          >
            <span>{option.text}</span>
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              aria-label={option.name}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
