import { Skeleton } from '@/components/ui/skeleton'

/** The latest updates while their posts are on their way, in their final size. */
export const UpdatesSkeleton = () => (
  <div className="wrap py-16 lg:py-28" aria-hidden="true">
    <Skeleton className="mb-10 h-20 max-w-xl" />
    <div className="grid gap-x-14 gap-y-6 lg:grid-cols-2">
      <div className="grid content-start gap-5">
        <Skeleton className="aspect-video rounded-lg" />
        <Skeleton className="h-32" />
      </div>
      <div className="grid content-start gap-6">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-32" />
        ))}
      </div>
    </div>
  </div>
)
