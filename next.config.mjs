import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import languages from './lib/i18n/languages.json' with { type: 'json' }

// Loaded when it is needed: it includes a compiler, which a server would keep in memory for
// nothing.
async function nextIntlPlugin() {
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
  return createNextIntlPlugin({
    requestConfig: './lib/i18n/request.ts',
    // Messages are compiled by the build: without the compiler a page with a provider is 9 KiB
    // smaller.
    experimental: {
      messages: {
        path: './messages',
        format: 'json',
        locales: 'infer',
        sourceLocale: 'en',
        precompile: true,
      },
    },
  })
}

const LOCALES = Object.keys(languages)
const PREFIXES = LOCALES.map((locale) => `${locale}$|${locale}/`).join('|')
const https = (process.env.SITE_URL ?? '').startsWith('https://')

// The fonts of lib/lettering; a test compares the two lists.
const FONTS = [
  'bricolage-grotesque/700Bold/BricolageGrotesque_700Bold',
  'instrument-sans/400Regular/InstrumentSans_400Regular',
  'instrument-sans/600SemiBold/InstrumentSans_600SemiBold',
  'noto-emoji/400Regular/NotoEmoji_400Regular',
  'noto-emoji/700Bold/NotoEmoji_700Bold',
  'noto-sans/400Regular/NotoSans_400Regular',
  'noto-sans/700Bold/NotoSans_700Bold',
  'noto-sans-arabic/400Regular/NotoSansArabic_400Regular',
  'noto-sans-arabic/700Bold/NotoSansArabic_700Bold',
  'noto-sans-sc/400Regular/NotoSansSC_400Regular',
  'noto-sans-sc/700Bold/NotoSansSC_700Bold',
  'noto-sans-tamil/400Regular/NotoSansTamil_400Regular',
  'noto-sans-tamil/700Bold/NotoSansTamil_700Bold',
  'noto-sans-thai/400Regular/NotoSansThai_400Regular',
  'noto-sans-thai/700Bold/NotoSansThai_700Bold',
].map((font) => `./node_modules/@expo-google-fonts/${font}.ttf`)
FONTS.push('./node_modules/@fontsource/unifontex/files/unifontex-latin-400-normal.woff')

// The process that opens pictures (lib/uploads/picture-process.ts), and what it imports.
const PICTURE_PROCESS = [
  './scripts/picture-process.mjs',
  ...['sharp', '@img', 'detect-libc', 'semver'].map((name) => `./node_modules/${name}/**/*`),
]

const isDevelopment = process.env.NODE_ENV === 'development'

// By its own list (docs.stripe.com/security/guide): its script opens frames at hosts under its own, each
// in a process of its own. The sandbox has no such host, so only a test of this list can notice.
const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com'

// The style elements that sonner (an empty element first) and Radix's select write into the page;
// tests/component/layout/policy.test.tsx reads them from these packages.
const PACKAGES_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='",
].join(' ')

/**
 * The policy of documents (docs/decisions/020 A7). Our server allows only a page's own inline
 * scripts (server/script-policy.ts); 'unsafe-inline' is here for it to replace, and for platforms
 * that serve the build's pages themselves. One policy for all pages: a visitor who navigates keeps
 * that of the first.
 */
const policy = ({ inlineScripts = " 'unsafe-inline'", frameAncestors }) =>
  [
    "default-src 'none'",
    `script-src 'self'${inlineScripts} ${STRIPE_SCRIPTS}${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // Next's development tools write arbitrary style elements.
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : PACKAGES_STYLES}`,
    // React writes calculated values into the attribute, which cannot load anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self' https://api.stripe.com",
    // The map (components/layout/map.tsx) and the videos of the portfolio: loaded only when a
    // visitor asks for them.
    `frame-src 'self' ${STRIPE_SCRIPTS} https://hooks.stripe.com https://www.openstreetmap.org https://www.youtube-nocookie.com https://player.vimeo.com`,
    "media-src 'self' https:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')

const SECRET_IN_ADDRESS = [
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'X-Robots-Tag', value: 'noindex, nofollow' },
]

// Scripts, styles and API answers load nothing by themselves; there are a dozen with each page, and
// the page's policy is half a kilobyte.
const FILE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

// Pictures are shown by search engines, feed readers and mail programs too.
const SHOWN_ELSEWHERE = { key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' }

const UPLOAD_POLICY = "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'"

// For documents only: other answers do not need it. Next compiles each value that contains a colon
// for every answer, a cost that API calls should not have.
const PERMISSIONS = {
  key: 'Permissions-Policy',
  value:
    'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), midi=(), browsing-topics=(), payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
}

const headers = (contentSecurityPolicy) => [
  { key: 'Content-Security-Policy', value: contentSecurityPolicy },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  // Wallets and banks in Stripe's frames open windows that must be able to answer.
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  ...(https
    ? [{ key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' }]
    : []),
  ...(process.env.VERCEL_ENV === 'preview' ? [{ key: 'X-Robots-Tag', value: 'noindex' }] : []),
]

/** @type {import('next').NextConfig} */
const config = {
  cacheComponents: true,
  partialPrefetching: true,
  poweredByHeader: false,
  // Every picture exists in all its sizes. Generating others on request is off: /_next/image
  // answers 404.
  images: { unoptimized: true },
  compress: false, // Our own server does it (server/delivery.ts), and so do platforms.
  reactStrictMode: true,
  // `npm test` checks the types, tests included; another check here took as long as the build
  // itself.
  typescript: { ignoreBuildErrors: true },
  // Re-rendered pages stay in memory: the disk contains exactly what the build made, which
  // dist/stamp.json describes and every start compares. Written to disk, they would outlive the
  // address or the database they were rendered for. A page's code is loaded at its first request:
  // all of it at the start took three seconds of processor time and 100 MiB, while most visitors'
  // pages come from memory. With cachedNavigations each page that is rendered for a request is
  // rendered twice, with all its queries, to put what a later navigation may keep into it: links to
  // such pages fetch nothing ahead here.
  experimental: {
    cachedNavigations: false,
    isrFlushToDisk: false,
    preloadEntriesOnStart: false,
    // Of a post to a page behind middleware.ts, which Next reads first: as server/action-posts.ts.
    proxyClientMaxBodySize: 256 * 1024,
    // Of a page's own files none but one is smaller: each compresses alone, and every page was half a
    // kilobyte more by 50 000 bytes (before they are minified), the default. More than that merges what
    // pages share into the files of each.
    turbopackChunking: { minChunkSize: 80_000 },
  },
  // Files that are read by their names while documents and link previews are drawn; a host that
  // deploys only traced files must be told.
  outputFileTracingIncludes: {
    // Certificates of a database's own authority (README, "Supabase").
    '/**': ['./prisma/certificates/*.crt', './dist/release.json'],
    // PDFs, for downloads and as attachments of mails.
    '/api/**': FONTS,
    '/api/admin/setup/**': ['./prisma/seed-data/malaysia-holidays.csv'],
    '/api/uploads': PICTURE_PROCESS,
    '/api/manage/*/slip': PICTURE_PROCESS,
    '/api/manage/*/story': [
      './public/logo.svg',
      './public/mark.svg',
      './public/pictures/hero-portrait-1440.webp',
    ],
    '/**/og/**': ['./public/logo.svg', './public/mark.svg', './public/pictures/*.webp', ...FONTS],
  },
  // What cannot be bundled; zod, lru-cache and ipaddr.js because the bundler would write them into dozens of
  // files, whose text stays in memory.
  serverExternalPackages: [
    '@node-rs/argon2',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-node',
    'pg',
    'nodemailer',
    'fontkit',
    'pdfkit',
    'pino',
    'zod',
    'lru-cache',
    'ipaddr.js',
    '@react-email/render',
  ],
  // The locale prefix is a rewrite, not middleware: prerendered pages behind middleware served a
  // third of the requests.
  async rewrites() {
    return {
      beforeFiles: [
        { source: '/', destination: '/en' },
        { source: '/calendar/:token([\\w-]{22}).ics', destination: '/api/calendar/:token' },
        {
          source: `/:path((?!${PREFIXES}|api/|_next/|pictures/|sandbox/|[^/]+\\.[a-z0-9]+$).*)`,
          destination: '/en/:path',
        },
      ],
      // A missing file gets the 404 page; otherwise its name would be taken for a language and
      // cached on disk.
      afterFiles: [
        { source: '/:file([^/]+\\.[a-z0-9]+)', destination: '/en/:file' },
        { source: '/pictures/:path*', destination: '/en/pictures/:path*' },
      ],
    }
  },
  async redirects() {
    return [
      { source: '/en', destination: '/', permanent: true },
      { source: '/en/:path*', destination: '/:path*', permanent: true },
    ]
  },
  async headers() {
    return [
      {
        source: '/((?!api/|sandbox/|_next/static/).*)',
        headers: [...headers(policy({ frameAncestors: "'none'" })), PERMISSIONS],
      },
      { source: '/(api|sandbox|_next/static)/:path*', headers: headers(FILE_POLICY) },
      // Stripe's form has our letters too: its frame fetches them from another origin.
      {
        source: '/_next/static/media/:file(.*\\.woff2)',
        headers: [{ key: 'Access-Control-Allow-Origin', value: '*' }],
      },
      // The address of a booking's own page grants the right to change it: no other site may
      // receive it.
      { source: `/:locale(${LOCALES.join('|')})?/manage/:path*`, headers: SECRET_IN_ADDRESS },
      { source: '/calendar/:path*', headers: SECRET_IN_ADDRESS },
      { source: '/api/calendar/:path*', headers: SECRET_IN_ADDRESS },
      {
        source: '/pictures/:path*',
        headers: [
          { key: 'Cache-Control', value: 'public, max-age=86400, stale-while-revalidate=604800' },
        ],
      },
      // A picture is displayed, never opened as a page of ours. A header set by the route handler
      // would have no effect: of two, Next keeps the one from here.
      {
        source: '/api/uploads/:name',
        headers: [{ key: 'Content-Security-Policy', value: UPLOAD_POLICY }, SHOWN_ELSEWHERE],
      },
      { source: '/console-worker.js', headers: [{ key: 'Cache-Control', value: 'no-cache' }] },
      { source: '/:file(.*\\.(?:avif|ico|jpg|png|svg|webp))', headers: [SHOWN_ELSEWHERE] },
      { source: '/:path(.*/opengraph-image.*)', headers: [SHOWN_ELSEWHERE] },
      // The sandbox's card frame and bank page are embedded in our own pages, as Stripe's are.
      {
        source: '/sandbox/stripe/_sandbox/:path*',
        headers: [...headers(policy({ inlineScripts: '', frameAncestors: "'self'" })), PERMISSIONS],
      },
    ]
  },
}

export default async function configured(phase) {
  // The plugin is for the bundler only, and needs the sources.
  if (phase === PHASE_PRODUCTION_SERVER) return config
  const withNextIntl = await nextIntlPlugin()
  const resolveAlias = { 'react-style-singleton': './components/ui/adopted-style.ts' }
  if (phase !== PHASE_PRODUCTION_BUILD)
    return withNextIntl({ ...config, turbopack: { resolveAlias } })
  const { bundleZod } = await import('./scripts/zod.mjs')
  return withNextIntl({
    ...config,
    turbopack: {
      resolveAlias: {
        ...resolveAlias,
        'zod/mini': { browser: bundleZod() },
        // What next-intl is in a browser, without a second function around each hook, which would also
        // keep the formatter that no component of a browser uses: 0.8 KiB of every page.
        'next-intl': { browser: 'use-intl/react' },
      },
    },
  })
}
