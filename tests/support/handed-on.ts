// Which words the client components of each page use, and which parts of the dictionary the page hands
// on to them: both read from the source.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const ROOT = process.cwd()

type Module = {
  path: string
  isClient: boolean
  declared: Map<string, ts.Node>
  imported: Map<string, { from: string; name: string }>
  /** Passed on from other files. */
  exported: Map<string, { from: string; name: string }>
}
type Declared = { module: Module; name: string; node: ts.Node }

const modules = new Map<string, Module>()

function fileOf(specifier: string, from: string): string | null {
  const base = specifier.startsWith('@/')
    ? join(ROOT, specifier.slice(2))
    : specifier.startsWith('.')
      ? join(dirname(from), specifier)
      : null
  if (base === null) return null
  return [`${base}.tsx`, `${base}.ts`, join(base, 'index.tsx')].find(existsSync) ?? null
}

function moduleAt(path: string): Module {
  const known = modules.get(path)
  if (known) return known
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  const [first] = source.statements
  const module: Module = {
    path,
    isClient:
      first !== undefined &&
      ts.isExpressionStatement(first) &&
      ts.isStringLiteral(first.expression) &&
      first.expression.text === 'use client',
    declared: new Map(),
    imported: new Map(),
    exported: new Map(),
  }
  modules.set(path, module)
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = fileOf(statement.moduleSpecifier.text, path)
      const clause = statement.importClause
      if (from === null || !clause || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) continue
      if (clause.name) module.imported.set(clause.name.text, { from, name: 'default' })
      if (clause.namedBindings && ts.isNamedImports(clause.namedBindings))
        for (const one of clause.namedBindings.elements)
          if (!one.isTypeOnly)
            module.imported.set(one.name.text, { from, name: (one.propertyName ?? one.name).text })
    }
    if (ts.isExportDeclaration(statement) && statement.exportClause) {
      const specifier = statement.moduleSpecifier
      const from = specifier && ts.isStringLiteral(specifier) ? fileOf(specifier.text, path) : path
      if (from !== null && ts.isNamedExports(statement.exportClause))
        for (const one of statement.exportClause.elements)
          module.exported.set(one.name.text, { from, name: (one.propertyName ?? one.name).text })
    }
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name) module.declared.set(statement.name.text, statement)
      if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
        module.declared.set('default', statement)
    }
    if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations)
        for (const name of namesIn(one.name)) module.declared.set(name, one)
    if (ts.isExportAssignment(statement)) module.declared.set('default', statement)
  }
  return module
}

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isBindingElement(one) ? namesIn(one.name) : []))

function find(module: Module, name: string): Declared | null {
  const node = module.declared.get(name)
  if (node) return { module, name, node }
  const elsewhere = module.imported.get(name) ?? module.exported.get(name)
  if (!elsewhere || (elsewhere.from === module.path && elsewhere.name === name)) return null
  return find(moduleAt(elsewhere.from), elsewhere.name)
}

/** What a node refers to of its own file and of others. */
function references(module: Module, node: ts.Node): Declared[] {
  const found: Declared[] = []
  const look = (at: ts.Node) => {
    if (ts.isTypeNode(at)) return
    if (ts.isIdentifier(at) && !isNameOfProperty(at)) {
      const one = find(module, at.text)
      if (one && one.node !== node) found.push(one)
    }
    ts.forEachChild(at, look)
  }
  look(node)
  return found
}

const isNameOfProperty = (at: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(at.parent) && at.parent.name === at) ||
  (ts.isPropertyAssignment(at.parent) && at.parent.name === at) ||
  (ts.isJsxAttribute(at.parent) && at.parent.name === at)

/** A message, or a part of which any may be used. */
type Use = { path: string; isPart: boolean; at: string }

const ofDeclaration = new Map<ts.Node, Use[]>()
/** The words that a declaration uses by itself. */
function usesIn({ module, node }: Declared): Use[] {
  const known = ofDeclaration.get(node)
  if (known) return known
  const found: Use[] = []
  const translators = new Map<string, string>()
  const at = relative(ROOT, module.path)
  const spaceOf = (call: ts.Node | undefined): string | null => {
    if (!call || !ts.isCallExpression(call) || call.expression.getText() !== 'useTranslations')
      return null
    const [space] = call.arguments
    if (!space) return ''
    // One that is passed on is read where it is written down.
    const text = staticPart(space)
    return text.isWhole ? text.path : text.path.replace(/\.?[^.]*$/, '') || null
  }
  const learn = (one: ts.Node) => {
    if (ts.isVariableDeclaration(one)) {
      const space = spaceOf(one.initializer)
      if (ts.isIdentifier(one.name) && space !== null) translators.set(one.name.text, space)
      if (
        ts.isArrayBindingPattern(one.name) &&
        one.initializer &&
        ts.isArrayLiteralExpression(one.initializer)
      )
        for (const [index, element] of one.name.elements.entries()) {
          const each = spaceOf(one.initializer.elements[index])
          if (each !== null && ts.isBindingElement(element) && ts.isIdentifier(element.name))
            translators.set(element.name.text, each)
        }
    }
    const space = spaceOf(one)
    if (space !== null) found.push({ path: space, isPart: true, at })
    ts.forEachChild(one, learn)
  }
  learn(node)
  const join = (space: string, key: string) => [space, key].filter(Boolean).join('.')
  const use = (space: string, key: ts.Expression) => {
    if (ts.isConditionalExpression(key)) {
      use(space, key.whenTrue)
      use(space, key.whenFalse)
      return
    }
    const { path, isWhole } = staticPart(key)
    if (isWhole) found.push({ path: join(space, path), isPart: false, at })
    else if (path.includes('.'))
      found.push({ path: join(space, path.replace(/\.[^.]*$/, '')), isPart: true, at })
  }
  const look = (one: ts.Node) => {
    if (ts.isCallExpression(one)) {
      const called = ts.isPropertyAccessExpression(one.expression)
        ? one.expression.expression
        : one.expression
      const space = ts.isIdentifier(called) ? translators.get(called.text) : undefined
      if (space !== undefined && one.arguments[0]) use(space, one.arguments[0])
    }
    ts.forEachChild(one, look)
  }
  look(node)
  ofDeclaration.set(node, found)
  return found
}

/** A key as far as it is written down. */
function staticPart(key: ts.Node): { path: string; isWhole: boolean } {
  if (ts.isStringLiteralLike(key)) return { path: key.text, isWhole: true }
  if (ts.isTemplateExpression(key)) return { path: key.head.text, isWhole: false }
  return { path: '', isWhole: false }
}

const closures = new Map<ts.Node, Use[]>()
/** All words of a client component and of what it is made of. */
function clientUses(entry: Declared): Use[] {
  const known = closures.get(entry.node)
  if (known) return known
  const seen = new Set<ts.Node>()
  const found: Use[] = []
  const walk = (one: Declared) => {
    if (seen.has(one.node)) return
    seen.add(one.node)
    found.push(...usesIn(one))
    for (const next of references(one.module, one.node)) walk(next)
  }
  walk(entry)
  closures.set(entry.node, found)
  return found
}

const literalsIn = (module: Module, node: ts.Node, seen = new Set<ts.Node>()): string[] => {
  if (seen.has(node)) return []
  seen.add(node)
  const found: string[] = []
  const look = (at: ts.Node) => {
    if (ts.isStringLiteralLike(at)) found.push(at.text)
    if (ts.isIdentifier(at) && !isNameOfProperty(at)) {
      const one = find(module, at.text)
      if (one && /^[A-Z_]+$/.test(at.text)) found.push(...literalsIn(one.module, one.node, seen))
    }
    ts.forEachChild(at, look)
  }
  look(node)
  return found
}

type Tag = ts.JsxOpeningElement | ts.JsxSelfClosingElement
const attribute = (tag: Tag, name: string): ts.Node | null =>
  tag.attributes.properties.find(
    (one): one is ts.JsxAttribute => ts.isJsxAttribute(one) && one.name.getText() === name,
  )?.initializer ?? null

const ALWAYS = ['common']
/** What a provider hands on; null for any other element. */
function handedOn(module: Module, tag: Tag): readonly string[] | null {
  const name = tag.tagName.getText()
  const part = (names: readonly string[]) => names.map((each) => `admin.${each}`)
  const admin = (names: readonly string[]) => {
    const own = find(moduleAt(join(ROOT, 'components/admin/shared/messages.tsx')), 'AdminMessages')
    const always = own ? literalsIn(own.module, own.node) : []
    return [...ALWAYS, ...part(['lists', 'acts', ...names]), ...always]
  }
  if (name === 'Messages') {
    const given = attribute(tag, 'namespaces')
    return [...ALWAYS, ...(given ? literalsIn(module, given) : [])]
  }
  if (name === 'AdminMessages') {
    const given = attribute(tag, 'parts')
    return admin(given ? literalsIn(module, given) : [])
  }
  if (name === 'SettingsPage') {
    const page = literalsIn(module, attribute(tag, 'page') ?? tag)[0] ?? ''
    const words = moduleAt(join(ROOT, 'components/admin/settings/settings-page.tsx')).declared.get(
      'WORDS',
    )
    const own: string[] = []
    words?.forEachChild(function look(at): void {
      if (ts.isPropertyAssignment(at) && at.name.getText() === page)
        own.push(...literalsIn(module, at.initializer))
      at.forEachChild(look)
    })
    return admin(['settings', 'form', 'closings', 'durations', ...own])
  }
  if (name === 'SignInCard') {
    const card = literalsIn(module, attribute(tag, 'part') ?? tag)
    const linked = card.includes('invitation') ? ['linkCode'] : []
    return [...ALWAYS, ...part(card), 'errors.fields', ...linked]
  }
  return null
}

// A provider is read where it is used; its own body says nothing of its children.
const PROVIDERS = ['Messages', 'AdminMessages', 'SettingsPage', 'SignInCard']

const isCovered = ({ path, isPart }: Use, given: readonly string[]): boolean =>
  path === '' ||
  given.some(
    (one) => one === path || path.startsWith(`${one}.`) || (isPart && one.startsWith(`${path}.`)),
  )

/** Each use of words, on a page, that the page does not hand on. */
export function forgotten(): string[] {
  const faults = new Set<string>()
  for (const file of pages()) {
    const page = moduleAt(file)
    const entry = find(page, 'default')
    if (!entry) throw new Error(`${file} exports nothing by default`)
    const seen = new Set<string>()
    const around = layoutsAbove(file).flatMap((layout) => {
      const above = moduleAt(layout)
      const found: (readonly string[])[] = []
      for (const node of above.declared.values()) {
        const look = (at: ts.Node) => {
          if (ts.isJsxElement(at)) {
            const given = handedOn(above, at.openingElement)
            if (given) found.push(given)
          }
          ts.forEachChild(at, look)
        }
        look(node)
      }
      return found.slice(-1)
    })
    const check = (uses: readonly Use[], given: readonly string[]) => {
      for (const use of uses)
        if (!isCovered(use, given)) faults.add(`${relative(ROOT, file)}: ${use.path} of ${use.at}`)
    }
    const visit = (module: Module, node: ts.Node, given: readonly string[]) => {
      const key = `${module.path} ${node.pos} ${given.join()}`
      if (seen.has(key)) return
      seen.add(key)
      const enter = (at: ts.Identifier) => {
        const one = find(module, at.text)
        if (!one || one.node === node) return
        if (one.module.isClient) check(clientUses(one), given)
        else visit(one.module, one.node, given)
      }
      const enterEach = (at: ts.Node) => {
        if (ts.isIdentifier(at) && !isNameOfProperty(at)) enter(at)
        ts.forEachChild(at, enterEach)
      }
      const look = (at: ts.Node) => {
        if (ts.isTypeNode(at)) return
        if (ts.isJsxElement(at)) {
          const inner = handedOn(module, at.openingElement)
          if (inner) {
            at.openingElement.attributes.forEachChild(look)
            for (const child of at.children) visit(module, child, inner)
            return
          }
        }
        if (ts.isIdentifier(at) && !isNameOfProperty(at) && !PROVIDERS.includes(at.text)) {
          const local = isTag(at) && localOf(at)
          if (local) enterEach(local)
          else if (!isChosen(at)) enter(at)
        }
        ts.forEachChild(at, look)
      }
      look(node)
    }
    const given = around[0] ?? []
    if (page.isClient) check(clientUses(entry), given)
    else visit(page, entry.node, given)
  }
  return [...faults].sort()
}

const isTag = (at: ts.Node): boolean =>
  ts.isJsxSelfClosingElement(at.parent) || ts.isJsxOpeningElement(at.parent)

/** What a component that is chosen in a function may be: `const Search = may ? Frame : None`. */
function localOf(at: ts.Identifier): ts.Node | null {
  for (let around: ts.Node = at; around.parent; around = around.parent)
    if (ts.isBlock(around))
      for (const statement of around.statements)
        if (ts.isVariableStatement(statement))
          for (const one of statement.declarationList.declarations)
            if (ts.isIdentifier(one.name) && one.name.text === at.text)
              return one.initializer ?? null
  return null
}

/** One of the components between which is chosen there: it is read where it is used. */
const isChosen = (at: ts.Identifier): boolean =>
  ts.isConditionalExpression(at.parent) &&
  ts.isVariableDeclaration(at.parent.parent) &&
  ts.isIdentifier(at.parent.parent.name) &&
  /^[A-Z]/.test(at.parent.parent.name.text)

const PAGE = /(^|\/)(page|layout|error|not-found|loading)\.tsx$/
const pages = (): string[] =>
  readdirSync(join(ROOT, 'app/[locale]'), { recursive: true, encoding: 'utf8' })
    .filter((name) => PAGE.test(name))
    .map((name) => join(ROOT, 'app/[locale]', name))

/** Nearest first. */
function layoutsAbove(file: string): string[] {
  const found: string[] = []
  for (let folder = dirname(file); folder.startsWith(ROOT); folder = dirname(folder)) {
    const layout = join(folder, 'layout.tsx')
    if (layout !== file && existsSync(layout)) found.push(layout)
  }
  return found
}
