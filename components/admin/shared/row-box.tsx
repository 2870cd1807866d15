/** Of a row of `SelectRows`: a finger that rests on it selects the row, not the words in it. */
export const SELECTABLE_ROW =
  'relative has-checked:bg-card pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]'

/** Makes room for the box before the name in its row. */
export const BESIDE_BOX = 'group-data-selecting/rows:pl-9'

/** The box of a row: while some are selected it covers the row, so that a press anywhere ticks it. */
export const RowBox = ({ value, label }: { value: number; label: string }) => (
  <label className="absolute inset-0 z-1 hidden cursor-pointer px-4 py-4 group-data-selecting/rows:block lg:py-2">
    <span className="flex h-11 items-center lg:h-auto">
      <input type="checkbox" name="row" value={value} className="size-5" />
    </span>
    <span className="sr-only">{label}</span>
  </label>
)
