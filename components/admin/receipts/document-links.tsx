import { formatRM } from '@/lib/money'
import type { ListedDocument } from '@/lib/receipts/schema'

/** Links to the documents of one booking or order. */
export const DocumentLinks = ({ documents }: { documents: readonly ListedDocument[] }) => (
  <ul className="grid gap-1 text-sm">
    {documents.map(({ id, number, totalSen }) => (
      <li key={id} className="flex flex-wrap justify-between gap-x-4">
        <a
          href={`/api/admin/receipts/${id}`}
          target="_blank"
          rel="noopener"
          className="figures text-tungsten underline underline-offset-4"
        >
          {number}
        </a>
        <span className="figures text-muted">{formatRM(totalSen)}</span>
      </li>
    ))}
  </ul>
)
