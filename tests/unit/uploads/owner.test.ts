// The folder of a service, into which root restores uploads.
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from '@/lib/env'
import { storage } from '@/lib/uploads/storage'

const folder = mkdtempSync(join(tmpdir(), 'studio-owner-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what root puts there belongs to whom the folder belongs to', async () => {
  process.env.DATABASE_URL = 'postgresql://u:p@localhost/studio'
  env().STUDIO_DATA_DIR = folder
  const own = process.getuid?.() ?? 0
  const owner = own === 0 ? 12_345 : own
  if (own === 0) chownSync(folder, owner, owner)
  const name = `${'a'.repeat(40)}.webp`
  await storage().put(name, Buffer.from('picture'))
  for (const path of ['uploads', `uploads/${name}`])
    expect([path, statSync(join(folder, path)).uid]).toEqual([path, owner])
})
