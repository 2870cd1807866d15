import 'server-only'
import { makeZip } from 'client-zip'
import { pdfFile } from './pdf'
import type { IssuedDocument } from './schema'

async function* filesOf(documents: AsyncIterable<IssuedDocument>) {
  for await (const document of documents) {
    const { filename, content } = await pdfFile(document)
    const lastModified = document.reissuedAt ?? document.issuedAt
    yield { name: filename, input: new Uint8Array(content), lastModified }
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
