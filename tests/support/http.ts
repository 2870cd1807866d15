// The `test` of tests that need the running site and no browser.
import { test as base } from '@playwright/test'
import { site } from './e2e'

export const test = base.extend({ baseURL: async ({}, use) => use(site().SITE_URL) })
