// The project's rules as lint: who may import whom (scripts/lint/zones.mjs), what a page that the
// browser translates needs (scripts/lint/text-alone.mjs), plus checks that have found real defects.
// tests/unit/house/{lint-rules,typed-lint-rules}.test.ts prove that each rule here takes effect.
// Inline switches are off: there are no exceptions.
import next from '@next/eslint-plugin-next'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import { importX } from 'eslint-plugin-import-x'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { textAlone } from './scripts/lint/text-alone.mjs'
import { zones } from './scripts/lint/zones.mjs'

const SOURCE = [
  'app/**/*.{ts,tsx}',
  'components/**/*.{ts,tsx}',
  'lib/**/*.{ts,tsx}',
  'server/**/*.ts',
  'instrumentation.ts',
  'middleware.ts',
]
// Shared by browser and server, so they must return the same in both and in every test.
const PURE = [
  'lib/**/{rules,schema}.ts',
  'lib/bookings/{status,price,moving,hold-limits,paths,session-text}.ts',
  'lib/{limits,ordinary,inbox,money,time,text,undo}.ts',
  'lib/rooms/{opening,house,blocks}.ts',
]

const stripe = {
  name: 'stripe',
  message: 'Only lib/payments talks to Stripe.',
}
const pictures = {
  name: 'next/og',
  message: 'It asks foreign hosts for emoji and fonts: lib/lettering draws text.',
}
const request = ['next/headers', 'next/navigation'].map((name) => ({
  name,
  message:
    'Code that trusts its arguments is also called by webhooks and jobs, where there is no request.',
}))
const onlyZod = {
  regex: '^(?!zod(/|$)|@/|\\.)',
  message:
    'Rules and shapes run in the browser and in tests alike: nothing but zod and each other.',
}

const environment = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Read the environment through lib/env.ts, which checks it at boot.',
  },
  {
    selector: "VariableDeclarator[init.name='process']",
    message: 'Read the environment through lib/env.ts, which checks it at boot.',
  },
  {
    selector: 'ImportDeclaration[source.value=/^(node:)?process$/]',
    message: 'Read the environment through lib/env.ts, which checks it at boot.',
  },
]
const CLOCK =
  'Rules take `now`: with the clock inside, midnight and the end of a hold cannot be tested.'
const clock = [
  {
    selector:
      "CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name='now']",
    message: CLOCK,
  },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: CLOCK },
  { selector: "CallExpression[callee.name='Date']", message: CLOCK },
]

// What somebody typed must not end the address, or become a second recipient.
const LINK =
  'mailtoHref, phoneHref and whatsappLink (lib/settings/links.ts) encode what is put into it.'
const WRITTEN = '/^(mailto:|tel:|https:\\/\\/wa\\.me\\b)/'
const link = [
  { selector: `Literal[value=${WRITTEN}]`, message: LINK },
  { selector: `TemplateElement[value.raw=${WRITTEN}]`, message: LINK },
]

// The message of an error may quote what somebody typed, and pino writes it under these names.
const loggedError = {
  selector:
    "CallExpression[callee.object.name='log'] > ObjectExpression > Property[key.name=/^(err|error)$/]",
  message:
    'Spread errorFields(error) (lib/log.ts): its kind, code and stack without what it quotes.',
}

const DEVICE =
  "A visitor's clock may be wrong: take the server's time (components/browser/clock.ts)."
const deviceClock = clock.map(({ selector }) => ({ selector, message: DEVICE }))

// A browser cuts a text that is pasted into such a field, without a word.
const CUT = 'Count and refuse (components/form/limited-field.tsx): this cuts what is pasted.'
const maxLength = [
  { selector: "JSXAttribute[name.name='maxLength']", message: CUT },
  { selector: "ObjectExpression > Property[key.name='maxLength']", message: CUT },
]

const part = [
  {
    selector:
      "ImportExpression:not(CallExpression[callee.name=/^(part|prepare|lazyPart|partOrNothing)$/] ImportExpression):not(VariableDeclarator[id.name='load'] ImportExpression)",
    message: 'Load it by part() or lazyPart() (components/ui/part.ts): it may be gone.',
  },
]

const select = [
  {
    selector: "JSXOpeningElement[name.name='select']",
    message: 'Use NativeSelect (components/ui/native-select.tsx): every select has its chevron.',
  },
]

export default tseslint.config(
  {
    ignores: [
      '.next/**',
      '.studio/**',
      'node_modules/**',
      'lib/generated/**',
      'next-env.d.ts',
      'dist/**',
      'coverage/**',
      'playwright-report/**',
      'test-results/**',
      'screens/**',
    ],
  },
  { linterOptions: { noInlineConfig: true } },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: 'tsconfig.json' })],
      'import-x/extensions': ['.ts', '.tsx', '.mjs'],
      'import-x/ignore': ['/node_modules/', '/lib/generated/'],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-duplicates': 'error',
      'no-empty': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-debugger': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true, 'ts-check': false },
      ],
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  {
    // The maximum complexity of one function; the length of a file follows from its concept and has
    // no limit.
    files: ['**/*.{ts,tsx,mjs}'],
    ignores: ['tests/**'],
    rules: {
      complexity: ['error', 22],
      'max-depth': ['error', 4],
      'max-nested-callbacks': ['error', 4],
    },
  },
  {
    // What only the types can show: a promise that is not awaited, a case that is not handled.
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false, properties: false } },
      ],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, '@next/next': next },
    rules: {
      ...reactHooks.configs.flat.recommended.rules,
      // Mistakes a lazily loaded component for one created during rendering.
      'react-hooks/static-components': 'off',
      ...next.configs['core-web-vitals'].rules,
      '@next/next/no-html-link-for-pages': 'off', // Looks for a pages folder.
      '@next/next/no-img-element': 'off', // Small SVGs need no optimiser.
    },
  },
  {
    // Link previews are pictures, which no browser translates.
    files: ['app/**/*.tsx', 'components/**/*.tsx'],
    ignores: ['app/**/og/**'],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { studio: { rules: { 'text-alone': textAlone } } },
    rules: { 'studio/text-alone': 'error' },
  },
  {
    files: SOURCE,
    rules: {
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-restricted-imports': ['error', { paths: [stripe, pictures] }],
      'no-restricted-syntax': ['error', ...environment, ...link, loggedError],
    },
  },
  {
    files: ['app/**/*.tsx', 'components/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...environment, ...link, ...maxLength, ...part, ...select],
    },
  },
  {
    files: ['components/**/*.{ts,tsx}'],
    ignores: ['components/browser/clock.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...environment,
        ...link,
        ...maxLength,
        ...part,
        ...select,
        ...deviceClock,
      ],
    },
  },
  {
    files: ['components/ui/native-select.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...environment,
        ...link,
        ...maxLength,
        ...part,
        ...deviceClock,
      ],
    },
  },
  {
    files: ['lib/*/**/*.{ts,tsx}'],
    ignores: ['lib/i18n/**', 'lib/payments/**', 'lib/auth/page-guards.ts', 'lib/http/action.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [stripe, pictures, ...request] }] },
  },
  {
    files: ['lib/payments/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: request }] },
  },
  {
    files: PURE,
    rules: {
      'no-restricted-imports': ['error', { patterns: [onlyZod] }],
      'no-restricted-syntax': ['error', ...environment, ...link, ...clock],
    },
  },
  {
    files: ['lib/settings/links.ts'],
    rules: { 'no-restricted-syntax': ['error', ...environment] },
  },
  // Next replaces its NEXT_RUNTIME while it builds.
  {
    files: ['lib/env.ts', 'instrumentation.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
)
