import { Skeleton } from '@/components/ui/skeleton'

/** The booking's place until it has been read, in its final size. */
export const ManageLoading = () => (
  <div aria-hidden="true" className="grid gap-8">
    <Skeleton className="h-10 w-64 max-w-full" />
    <Skeleton className="h-6 w-80 max-w-full" />
    <Skeleton className="h-24" />
    <Skeleton className="h-96 w-full rounded-lg" />
  </div>
)
