// The unit tests of the rules that npm run mutation changes, as a configuration without projects,
// which Stryker cannot read. It is loaded in Stryker's copy of the project.
import { resolve } from 'node:path'
import jest from '../../../jest.config.mjs'

const unit = jest.projects.find(({ displayName }) => displayName === 'unit')

/** @type {import('jest').Config} */
export default {
  ...unit,
  rootDir: resolve(import.meta.dirname, '../../..'),
  testMatch: [
    '<rootDir>/tests/unit/{availability,money,sales}/*.test.ts',
    '<rootDir>/tests/unit/{bookings,memberships,orders,receipts}/{rules,savings,sold}.test.ts',
    '<rootDir>/tests/unit/payments/{outcomes,reconcile}.test.ts',
  ],
  setupFilesAfterEnv: [
    ...unit.setupFilesAfterEnv,
    '<rootDir>/tools/checks/mutation/first-failure.mjs',
  ],
  // In the copy, which is removed.
  cacheDirectory: '<rootDir>/.jest',
}
