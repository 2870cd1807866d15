// Runs before each integration test file is loaded: the environment a module may read while loading
// is complete.
import { randomBytes } from 'node:crypto'

const server = process.env.STUDIO_TEST_POSTGRES
if (!server)
  throw new Error('The test database server is not running: run these tests through Jest')

Object.assign(process.env, {
  // Each file has a database of its own; testDatabase() makes it.
  DATABASE_URL: `${server}test_${randomBytes(6).toString('hex')}`,
  DATABASE_POOL: '10',
  SITE_URL: 'http://localhost:3000',
  RATE_LIMIT_SCALE: '100000',
  SECRET_KEY: 'a-secret-key-of-the-tests-0123456789',
})
