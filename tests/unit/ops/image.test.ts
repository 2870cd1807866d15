import { existsSync, readFileSync } from 'node:fs'

const text = readFileSync('Dockerfile', 'utf8')
const lines = text
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
const copied = (from: string[]) =>
  from
    .filter((line) => line.startsWith('COPY '))
    .flatMap((line) =>
      line
        .replace(/^COPY (--\S+ )?/, '')
        .split(' ')
        .slice(0, -1),
    )

describe('the image', () => {
  test('runs on a supported line of Node, which can be pinned to a digest', () => {
    expect(lines[0]).toBe('ARG NODE_IMAGE=node:24-slim')
    expect(
      lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]),
    ).toEqual(['${NODE_IMAGE}', 'base', 'packages', 'sources', 'base'])
  })

  test('takes no secret as an argument or a variable, which its history would keep', () => {
    const given = lines.filter((line) => /^(ARG|ENV) /.test(line)).join('\n')
    expect(given).not.toMatch(/DATABASE|SECRET|PASSWORD|KEY|TOKEN|SMTP/)
    expect(text).toContain('--mount=type=secret,id=database_url,required=true')
  })

  test('holds no sandbox, tests, sources or development scripts', () => {
    expect(copied(last)).toEqual([
      '/app/node_modules',
      '/app/.next',
      '/app/dist',
      'package.json',
      'next.config.mjs',
      'lib/i18n/languages.json', // which next.config.mjs reads
      'public',
      'prisma',
      'scripts/start.mjs',
      'scripts/env.mjs',
      'scripts/memory.mjs',
      'scripts/node-version.mjs',
      'scripts/picture-process.mjs',
    ])
    for (const path of copied(last).filter((each) => !each.startsWith('/')))
      expect([path, existsSync(path)]).toEqual([path, true])
    expect(lines.filter((line) => line.startsWith('RUN npm ci'))).toEqual(['RUN npm ci --omit=dev'])
  })

  test('runs as a user without rights and says how it is', () => {
    expect(last).toContain('USER node')
    // Some platforms start a container anew that is not healthy, which brings no database back.
    expect(
      last.some((line) => line.startsWith('HEALTHCHECK ') && line.includes('/api/health?live`')),
    ).toBe(true)
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: { start: string }
    }
    expect(last.at(-1)).toBe(`CMD ["sh", "-c", "${scripts.start}"]`)
    // As systemd wants a dollar sign.
    const command = scripts.start.replace('$(node ', '$$$$(/usr/bin/node ')
    expect(readFileSync('docs/running/studio.service', 'utf8')).toContain(
      `ExecStart=/bin/sh -c '${command}'`,
    )
  })

  test('no file of secrets, no backup and no development script reaches its build', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining(['.env*', 'backups', '.git*', 'tests', 'tools', 'scripts/demo.mjs']),
    )
    expect(ignored.filter((line) => line.startsWith('!'))).toEqual([])
  })

  test('every script that its build imports or starts does reach it', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
    const needed = new Set(
      ['build', 'generate', 'run', 'sbom'].map((name) => `scripts/${name}.mjs`),
    )
    for (const path of needed)
      for (const [, name] of readFileSync(path, 'utf8').matchAll(
        /'(?:\.\/|scripts\/)([\w-]+\.\w+)'/g,
      ))
        if (existsSync(`scripts/${name}`)) needed.add(`scripts/${name}`)
    expect(needed).toContain('scripts/long-step.mjs')
    expect([...needed].filter((path) => ignored.includes(path))).toEqual([])
  })
})
