// Lighthouse with its own defaults (a slow phone, simulated), each run in a browser of its own, the
// bare page in turn with ours: a disturbance of the machine affects both.
import { chromium } from '@playwright/test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { startProcess, tail } from '@/scripts/local/process'
import { BROWSER_FLAGS, installedBrowser } from '@/scripts/browser.mjs'
import { LIGHTHOUSE } from './limits'

const PROGRAM = resolve('node_modules/lighthouse/cli/index.js')
const TRIES = 3 // A browser that does not start on a busy machine is not a measurement.

export type Scores = {
  performance: number
  accessibility: number
  bestPractices: number
  /** Null for pages with noindex. */
  seo: number | null
  lcpMs: number
  cls: number
}
export type Audited = {
  path: string
  locale: Locale | null
  scores: Scores
  failed: string[]
  faults: string[]
}

type Ask = { site: string; bare: string; pages: string[]; locales: Locale[]; runs: number }
type Report = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

/**
 * Medians of `runs` runs of every page in every language; the first row is the bare page. Times
 * vary from run to run; the audits of the other categories judge the page itself, so the first run
 * alone has them. Throws when Lighthouse is not installed.
 */
export async function audit(
  { site, bare, pages, locales, runs }: Ask,
  say: (line: string) => void,
): Promise<Audited[]> {
  if (!existsSync(PROGRAM))
    throw new Error(`lighthouse@${LIGHTHOUSE.version} is not installed: npm install, then again.`)
  const targets = locales.flatMap((locale) => pages.map((path) => ({ path, locale })))
  const ours = new Map(targets.map((target) => [target, [] as Report[]]))
  const bareRuns: Report[] = []
  for (let round = 1; round <= runs; round++)
    for (const locale of locales) {
      bareRuns.push(await report(`${bare}/`, round === 1))
      for (const [target, reports] of ours) {
        if (target.locale !== locale) continue
        say(`lighthouse, run ${round} of ${runs}: ${pathIn(locale, target.path)}`)
        reports.push(await report(site + pathIn(locale, target.path), round === 1))
      }
    }
  const yardstick = medians(bareRuns, true)
  const rows = await Promise.all(
    targets.map(async (target): Promise<Audited> => {
      const reports = ours.get(target) ?? []
      const scores = medians(reports, await isIndexable(site + pathIn(target.locale, target.path)))
      return {
        ...target,
        scores,
        failed: failedAudits(reports, scores.seo !== null),
        faults: faultsOf(scores, target.path),
      }
    }),
  )
  return [{ path: 'bare page', locale: null, scores: yardstick, failed: [], faults: [] }, ...rows]
}

async function report(address: string, isWhole: boolean): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  try {
    for (let attempt = 1; ; attempt++) {
      const [json, log] = [join(folder, 'report.json'), join(folder, 'log')]
      const flags = `--headless=new ${BROWSER_FLAGS.join(' ')}`
      const args = [
        PROGRAM,
        address,
        '--quiet',
        '--output=json',
        `--output-path=${json}`,
        `--chrome-flags=${flags}`,
        '--no-enable-error-reporting',
        ...(isWhole ? [] : ['--only-categories=performance']),
      ]
      const { exited } = startProcess({
        command: process.execPath,
        args,
        env: { ...process.env, CHROME_PATH: installedBrowser() ?? chromium.executablePath() },
        logFile: log,
      })
      const code = await exited
      const result =
        code === 0 && existsSync(json) ? (JSON.parse(readFileSync(json, 'utf8')) as Report) : null
      if (result && !result.runtimeError) return result
      if (attempt === TRIES)
        throw new Error(`Lighthouse on ${address}: ${result?.runtimeError?.message ?? tail(log)}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

function medians(reports: Report[], indexable: boolean): Scores {
  const score = (category: string) =>
    Math.round(
      100 *
        median(
          reports.flatMap(({ categories: { [category]: judged } }) =>
            judged ? [judged.score ?? 0] : [],
          ),
        ),
    )
  const value = (id: string) =>
    median(reports.map((each) => each.audits[id]?.numericValue ?? Infinity))
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: indexable ? score('seo') : null,
    lcpMs: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
  }
}

const failedAudits = (reports: Report[], indexable: boolean): string[] => {
  const judged = ['accessibility', 'best-practices', ...(indexable ? ['seo'] : [])]
  const ids = reports.flatMap(({ categories, audits }) =>
    judged.flatMap((name) =>
      (categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    ),
  )
  return [...new Set(ids)]
}

function faultsOf(scores: Scores, path: string): string[] {
  const { performance, score, lcpMs, cls } = LIGHTHOUSE
  const faults: string[] = []
  if (scores.performance < performance(path)) faults.push('performance')
  if (scores.accessibility < score) faults.push('accessibility')
  if (scores.bestPractices < score) faults.push('best practices')
  if (scores.seo !== null && scores.seo < score) faults.push('SEO')
  if (!(scores.lcpMs <= lcpMs)) faults.push('LCP')
  if (!(scores.cls <= cls)) faults.push('CLS')
  return faults
}

async function isIndexable(address: string): Promise<boolean> {
  const response = await fetch(address)
  const robots = /<meta[^>]+name="robots"[^>]*>/.exec(await response.text())?.[0] ?? ''
  return !`${robots} ${response.headers.get('x-robots-tag') ?? ''}`.includes('noindex')
}
