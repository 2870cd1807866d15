import 'server-only'
import { makeZip } from 'client-zip'
import { documentPdf } from './pdf'
import type { IssuedDocument } from './schema'

async function* filesOf(documents: AsyncIterable<IssuedDocument>) {
  for await (const document of documents) {
    // Not of those that are kept, which a month would all replace.
    const input = new Uint8Array(await documentPdf(document))
    const lastModified = document.reissuedAt ?? document.issuedAt
    yield { name: `${document.number}.pdf`, input, lastModified }
  }
}

/** A ZIP of the documents' PDFs, each drawn when the one before it has been sent. */
export const archiveAnswer = (
  documents: AsyncIterable<IssuedDocument>,
  filename: string,
): Response =>
  new Response(makeZip(filesOf(documents)), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${filename}"`,
    },
  })
