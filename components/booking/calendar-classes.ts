import type { ClassNames } from 'react-day-picker'

/** The calendar in our clothes. Rows are 44 px (fingers) and always six, so that turning a month moves nothing. */
export const calendarClasses: Partial<ClassNames> = {
  root: 'rounded-lg border border-line bg-raised sm:p-3',
  month: 'grid grid-cols-[1fr_auto] items-center',
  month_caption: 'px-3 sm:px-2',
  caption_label: 'font-display text-base font-semibold capitalize',
  nav: 'flex',
  button_previous: 'grid size-11 place-items-center rounded-md hover:bg-line aria-disabled:cursor-not-allowed aria-disabled:opacity-30',
  button_next: 'grid size-11 place-items-center rounded-md hover:bg-line aria-disabled:cursor-not-allowed aria-disabled:opacity-30',
  month_grid: 'col-span-2 w-full table-fixed border-collapse',
  weekday: 'h-8 text-xs font-medium text-muted',
  day: 'relative h-11 p-0 text-center text-sm figures',
  day_button:
    'size-full min-h-11 rounded-md transition-colors hover:bg-line disabled:cursor-not-allowed disabled:text-faint/60 disabled:hover:bg-transparent',
  today: '[&_button]:font-bold not-data-selected:[&_button]:text-tungsten',
  selected: '[&_button]:bg-tungsten [&_button]:font-bold [&_button]:text-ink [&_button]:hover:bg-tungsten-bright',
  disabled: '',
  hidden: 'invisible',
}

const mark = 'after:pointer-events-none after:absolute after:bottom-1 after:left-1/2 after:size-1 after:-translate-x-1/2 after:rounded-full'

/** Days with shorter hours carry a dot; its meaning stands in the notes below. */
export const markClasses = {
  weekend: `${mark} after:bg-faint`,
  holiday: `${mark} after:bg-onair-soft!`,
}
