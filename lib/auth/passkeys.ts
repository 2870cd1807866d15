import 'server-only'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { createHash } from 'node:crypto'
import { recordChange } from '@/lib/audit/record'
import { isDuplicate } from '@/lib/database-errors'
import { databaseNow, db, transaction } from '@/lib/db'
import { env } from '@/lib/env'
import { hit, hitFrom } from '@/lib/http/rate-limit'
import { sha256 } from '@/lib/http/request'
import type { AdminName } from '@/lib/http/route'
import { Problem } from '@/lib/problem'
import { currentSite } from '@/lib/settings/queries'
import type { Created, PasskeyLine, Signed } from './schema'
import { lockSession } from './sessions'

const CHALLENGE_SECONDS = 5 * 60
const MOST = 20
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
// What is kept of strangers: each challenge is a row for five minutes.
const CHALLENGES = { name: 'passkey-challenge', max: 60, seconds: 15 * 60 }
const CHALLENGES_KNOWN = { ...CHALLENGES, name: 'passkey-challenge-known' }

/** A passkey belongs to the host of SITE_URL, and is accepted from its pages only. */
const party = () => {
  const { hostname, origin } = new URL(env().SITE_URL)
  return { rpID: hostname, origin }
}

/** Where passkeys can be added and used; null when SITE_URL is an address instead of a name. */
export function passkeyHost(): string | null {
  const { rpID } = party()
  return /^[\d.]+$|^\[/.test(rpID) ? null : rpID
}

// Authenticators keep one passkey for each handle; it says nothing about the person.
const handleOf = (userId: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(`passkeys of user ${userId}`).digest())

type Row = { id: number; name: string; createdAt: Date; lastUsedAt: Date | null }

const toLine = ({ id, name, createdAt, lastUsedAt }: Row): PasskeyLine => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export async function passkeysOf(userId: number): Promise<PasskeyLine[]> {
  const rows = await db().passkey.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  return rows.map(toLine)
}

const credentialsOf = async (userId: number) =>
  (await db().passkey.findMany({ where: { userId } })).map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: TRANSPORTS.filter((name) => transports.includes(name)),
  }))

const keepChallenge = (challenge: string, browser: string, userId: number | null) =>
  db().$executeRaw`
    INSERT INTO passkey_challenges (challenge_hash, browser_hash, user_id, expires_at)
    VALUES (${sha256(challenge)}, ${sha256(browser)}, ${userId}::int,
      now() + make_interval(secs => ${CHALLENGE_SECONDS}))`

/** Whether what was signed is a challenge given to this browser, for this purpose: once. */
async function takeChallenge(
  clientDataJSON: string,
  browser: string | null,
  userId: number | null,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === null || browser === null) return null
  const taken = await db().$executeRaw`
    DELETE FROM passkey_challenges WHERE challenge_hash = ${sha256(challenge)}
      AND browser_hash = ${sha256(browser)} AND user_id IS NOT DISTINCT FROM ${userId}::int
      AND expires_at > now()`
  return taken > 0 ? challenge : null
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null // Not JSON.
  }
}

type Asking = { browser: string; address: string; admin: AdminName | null }

/**
 * What a browser needs to sign in, or to prove once more who is signed in. Throws 429 after 60 in
 * 15 min of one address, or of one browser that has signed in here before.
 */
export async function challengeFor({ browser, address, admin }: Asking) {
  const retryAfter = (await hasSignedIn(browser))
    ? await hit(CHALLENGES_KNOWN, sha256(browser))
    : await hitFrom(CHALLENGES, address)
  if (retryAfter) throw new Problem('too_many_requests', { retryAfter })
  const options = await generateAuthenticationOptions({
    rpID: party().rpID,
    userVerification: 'required',
    timeout: CHALLENGE_SECONDS * 1000,
    allowCredentials: admin ? await credentialsOf(admin.id) : [],
  })
  await keepChallenge(options.challenge, browser, null)
  return options
}

const hasSignedIn = async (browser: string): Promise<boolean> =>
  (await db().knownBrowser.count({ where: { browserHash: sha256(browser) } })) > 0

/** What a browser needs to make a passkey. */
export async function optionsForNew({ id, username }: AdminName, browser: string) {
  const options = await generateRegistrationOptions({
    rpName: (await currentSite()).name,
    rpID: party().rpID,
    userName: username,
    userID: handleOf(id),
    attestationType: 'none',
    timeout: CHALLENGE_SECONDS * 1000,
    excludeCredentials: await credentialsOf(id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(options.challenge, browser, id)
  return options
}

type Added = {
  passkey: Created
  name: string
  browser: string | null
  /** The token of the session in which it is added. */
  session: string
}

/** One of this account whose answer was lost: sent again, it is there. */
async function addedJustNow(userId: number, credentialId: string): Promise<PasskeyLine | null> {
  const since = new Date((await databaseNow()).getTime() - CHALLENGE_SECONDS * 1000)
  const where = { userId, credentialId, createdAt: { gt: since } }
  const row = await db().passkey.findFirst({ where })
  return row && toLine(row)
}

/**
 * Throws invalid_request for one that does not prove itself, not_changeable above 20, unauthorized when
 * the session has ended meanwhile: a reset that removes all passkeys would leave this one.
 */
export async function addPasskey(
  { id: userId, username }: AdminName,
  { passkey, name, browser, session }: Added,
): Promise<PasskeyLine> {
  const refused = new Problem('invalid_request', { sentence: 'passkey_refused' })
  const { id, response } = passkey
  const { rpID, origin } = party()
  const expectedChallenge = await takeChallenge(response.clientDataJSON, browser, userId)
  if (expectedChallenge === null) {
    const added = await addedJustNow(userId, id)
    if (added) return added
    throw refused
  }
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...response, transports: [] },
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => {
    throw refused // The library says by an error what does not match.
  })
  if (!registrationInfo) throw refused
  const { credential } = registrationInfo
  return transaction(async (tx) => {
    await lockSession(tx, userId, session)
    if ((await tx.passkey.count({ where: { userId } })) >= MOST)
      throw new Problem('not_changeable', { sentence: 'passkeys_full', values: { most: MOST } })
    const row = await tx.passkey.create({
      data: {
        userId,
        credentialId: credential.id,
        publicKey: new Uint8Array(credential.publicKey),
        counter: credential.counter,
        transports: TRANSPORTS.filter((known) => response.transports?.includes(known)),
        name,
      },
    })
    await recordChange(tx, {
      actor: username,
      action: 'create',
      entity: 'passkey',
      entityId: row.id,
      before: null,
      after: { name },
    })
    return toLine(row)
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? refused : error
  })
}

/** Throws not_found for anybody else's. */
export async function removePasskey(
  { id: userId, username }: AdminName,
  id: number,
): Promise<void> {
  await transaction(async (tx) => {
    const row = await tx.passkey.findFirst({ where: { id, userId } })
    const { count } = await tx.passkey.deleteMany({ where: { id, userId } })
    if (!row || count === 0) throw new Problem('not_found')
    await recordChange(tx, {
      actor: username,
      action: 'delete',
      entity: 'passkey',
      entityId: id,
      before: { name: row.name },
      after: null,
    })
  })
}

type Accepted =
  | { ok: true; user: AdminName }
  /** `account`: whose passkey it claims to be; null for an unknown one. */
  | { ok: false; account: string | null }

/**
 * Whose passkey has signed the challenge of this browser; each challenge once, never a passkey of a
 * disabled account, never one whose count of signatures has gone back.
 */
export async function acceptPasskey(
  { id, response }: Signed,
  browser: string | null,
): Promise<Accepted> {
  const passkey = await db().passkey.findUnique({
    where: { credentialId: id },
    include: { user: { select: { id: true, username: true, disabledAt: true } } },
  })
  const failed = { ok: false, account: passkey?.user.username ?? null } as const
  const expectedChallenge = await takeChallenge(response.clientDataJSON, browser, null)
  if (expectedChallenge === null || !passkey || passkey.user.disabledAt) return failed
  const { user } = passkey
  const handle = Buffer.from(handleOf(user.id)).toString('base64url')
  if (response.userHandle != null && response.userHandle !== handle) return failed
  const { rpID, origin } = party()
  const { userHandle: _, ...signed } = response
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: signed },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(() => null) // The library says by an error what does not match.
  if (!verified?.verified) return failed
  const { count } = await db().passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter: verified.authenticationInfo.newCounter, lastUsedAt: new Date() },
  })
  return count > 0 ? { ok: true, user: { id: user.id, username: user.username } } : failed
}
