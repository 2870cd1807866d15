// A passkey of a virtual authenticator (Chrome's, over its debugging protocol): made on the account
// page, signed in with, and asked for again before something that cannot be undone.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, site, test } from '@/tests/support/e2e'
import { wordsOf } from '@/tests/support/verbs'

const { account, proof: words, signIn } = wordsOf('en').admin

// The refusal that asks for a proof.
test.use({ expectedErrors: /status of 403/ })

test(
  'a passkey is added, signs in alone, and proves its owner once more',
  { tag: '@desktop' },
  async ({ page, context }) => {
    const { ADMIN_USERNAME: username = '', ADMIN_PASSWORD: password = '', SITE_URL = '' } = site()
    const signedIn = await context.request.post('/api/auth/sign-in', {
      data: { username, password },
    })
    expect(signedIn.status()).toBe(200)

    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const name = `Test ${Date.now()}`
    await page.goto('/admin/account')
    await page.getByLabel(account.passkeys.name, { exact: true }).fill(name)
    await page.getByRole('button', { name: account.passkeys.add }).click()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('not used yet')

    await context.clearCookies({ name: 'session' })
    // A browser that offers no passkeys beside passwords: nothing signs in before the press.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    await page.goto('/admin/login?next=/admin/account')
    await page.getByRole('button', { name: signIn.passkey }).click()
    await expect(page).toHaveURL('/admin/account')
    await expect(row).toContainText('last used')

    const session = (await context.cookies(SITE_URL)).find((cookie) => cookie.name === 'session')
    const sql = new pg.Client({ connectionString: site().DATABASE_URL ?? '' })
    await sql.connect()
    await sql.query(`UPDATE sessions SET proved_at = now() - interval '11 minutes' WHERE id = $1`, [
      createHash('sha256')
        .update(session?.value ?? '')
        .digest('hex'),
    ])
    await sql.end()
    await page.getByRole('button', { name: `Remove the passkey ${name}` }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: account.passkeys.remove })
      .click()
    const proof = page.getByRole('dialog', { name: words.title })
    await proof.getByRole('button', { name: words.passkey }).click()
    await expect(row).toHaveCount(0)
    await expect(proof).toHaveCount(0)
  },
)
