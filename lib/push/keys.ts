import 'server-only'
import { createECDH } from 'node:crypto'
import { keyFor } from '@/lib/secrets/keys'

export type ServerKeys = { publicKey: string; privateKey: string }

/**
 * The pair that tells push services who sends (VAPID), the same in every instance. It is derived like
 * our other keys and stored nowhere; with another SECRET_KEY it is another one, and phones have to be
 * switched on again.
 */
export async function pushKeys(): Promise<ServerKeys> {
  const curve = createECDH('prime256v1')
  const privateKey = await keyFor('push')
  curve.setPrivateKey(privateKey)
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}
