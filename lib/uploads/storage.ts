import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { env } from '@/lib/env'
import { UPLOAD_NAME } from '@/lib/uploads/rules'

/** Where uploads are kept. Names come from this site alone and match UPLOAD_NAME. */
type Storage = {
  put(name: string, bytes: Buffer): Promise<void>
  /** null when there is none of that name. Throws when the storage does not answer. */
  get(name: string): Promise<Buffer | null>
}

function folder(path: string): Storage {
  return {
    async put(name, bytes) {
      await mkdir(path, { recursive: true })
      // Written aside and then renamed: nobody is served half a picture.
      const aside = join(path, `.${randomUUID()}`)
      await writeFile(aside, bytes)
      await rename(aside, join(path, name))
    },
    async get(name) {
      try {
        return await readFile(join(path, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
  }
}

function bucket(
  address: string,
  accessKeyId: string,
  secretAccessKey: string,
  region: string,
): Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const at = (name: string) => `${address.replace(/\/$/, '')}/${name}`
  const refuse = (doing: string, status: number): never => {
    throw new Error(`The upload storage answered ${status} to ${doing}`)
  }
  return {
    async put(name, bytes) {
      const headers = {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      }
      const answer = await client.fetch(at(name), {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(20_000),
      })
      if (!answer.ok) refuse('PUT', answer.status)
    },
    async get(name) {
      const answer = await client.fetch(at(name), {
        redirect: 'manual',
        signal: AbortSignal.timeout(20_000),
      })
      // A bucket that may not be listed says 403 where nothing is.
      if (answer.status === 404 || answer.status === 403) return null
      if (!answer.ok) refuse('GET', answer.status)
      return Buffer.from(await answer.arrayBuffer())
    },
  }
}

/**
 * The storage that the environment names: an S3-compatible bucket, else the folder `uploads` of
 * STUDIO_DATA_DIR (docs/decisions/020 G9).
 */
export function storage(): Storage {
  const {
    UPLOADS_S3_BUCKET_URL: address,
    UPLOADS_S3_ACCESS_KEY_ID: key,
    UPLOADS_S3_SECRET_ACCESS_KEY: secret,
    UPLOADS_S3_REGION: region,
  } = env()
  if (address && key && secret) return bucket(address, key, secret, region)
  return folder(join(env().STUDIO_DATA_DIR, 'uploads'))
}

/** An uploaded picture (WebP), or null for a name that none has. */
export const uploadedPicture = async (name: string): Promise<Buffer | null> =>
  UPLOAD_NAME.test(name) ? storage().get(name) : null
