import 'server-only'
import { UPLOAD_NAME } from './rules'
import { storage } from './storage'

/** An uploaded picture (WebP), or null for a name that none has. */
export const uploadedPicture = async (name: string): Promise<Buffer | null> =>
  UPLOAD_NAME.test(name) ? storage().get(name) : null
