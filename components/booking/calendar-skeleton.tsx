import { Skeleton } from '@/components/ui/skeleton'

/** The calendar's place until the browser has said what day it is, in its final size. */
export const CalendarSkeleton = () => (
  <div aria-hidden="true" className="grid gap-4">
    <div className="rounded-lg border border-line bg-raised sm:p-3">
      <div className="flex h-11 items-center px-3 sm:px-2">
        <Skeleton className="h-5 w-36" />
      </div>
      <div className="h-8" />
      <div className="grid grid-cols-7 grid-rows-6 gap-1 p-1">
        {Array.from({ length: 42 }, (_, cell) => (
          <Skeleton key={cell} className="h-9.5 opacity-40" />
        ))}
      </div>
    </div>
    <div className="h-10" />
  </div>
)
