// A page that the browser translates has other nodes in place of React's text nodes. React then
// cannot insert before such a node, nor remove it (the page crashes), and what it writes into the
// node is not seen. An element is never replaced, and the only text of an element is written through
// the element. So text that has siblings must be constant, and so must they.
import ts from 'typescript'

const { TypeFlags } = ts
const PLAIN_TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike
const ANYTHING = TypeFlags.Any | TypeFlags.Unknown
const LISTS = ['Array', 'ReadonlyArray', 'Iterable', 'Promise']
// These always render one element, and the same.
const STEADY_MODULES = ['lucide-react', 'next/link', '@/components/admin/frame/link']
// These render no element of their own around what they are given.
const TRANSPARENT = ['Fragment', 'Suspense', 'Activity']
const WRAPPERS = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']

const isBlankLine = ({ type, value }) => type === 'JSXText' && !value.trim() && value.includes('\n')
const isComment = ({ type, expression }) =>
  type === 'JSXExpressionContainer' && expression.type === 'JSXEmptyExpression'
const isFunction = ({ type }) =>
  type === 'ArrowFunctionExpression' ||
  type === 'FunctionExpression' ||
  type === 'FunctionDeclaration'

const both = (one, other) => ({ text: one.text || other.text, steady: false })

/** @type {import('eslint').Rule.RuleModule} */
export const textAlone = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      beside:
        'Text beside something that changes, or that changes itself, is an element of its own, or one string with the text beside it: a translated page crashes or shows what was.',
      fragment:
        'Text in a fragment, a Suspense or its fallback has unknown siblings: give it an element. A translated page crashes.',
      list: 'A list with changing text in it: give the element around it a `key` of the values, or each text an element.',
      component:
        'A component that renders bare text gives it unknown siblings: render an element. A translated page crashes.',
    },
  },
  create(context) {
    const { sourceCode } = context
    const { program, getTypeAtLocation } = sourceCode.parserServices
    if (!program) throw new Error('This rule needs types: set parserOptions.projectService.')
    const checker = program.getTypeChecker()

    const isList = (type) =>
      checker.isTupleType(type) || LISTS.includes(type.getSymbol()?.getName() ?? '')

    /** Whether text may be rendered for a value of this type, itself or inside a list. */
    function mayBeText(type, within = new Set()) {
      if (type.isUnion()) return type.types.some((one) => mayBeText(one, within))
      if (type.isStringLiteral() && type.value === '') return false // React renders nothing for it.
      if (type.flags & (PLAIN_TEXT | ANYTHING | TypeFlags.TypeParameter)) return true
      return isTextList(type, within)
    }

    function isTextList(type, within = new Set()) {
      if (!isList(type) || within.has(type)) return false
      within.add(type)
      return checker.getTypeArguments(type).some((one) => mayBeText(one, within))
    }

    const importedFrom = (node, name) => {
      for (let scope = sourceCode.getScope(node); scope; scope = scope.upper) {
        const [definition] = scope.set.get(name)?.defs ?? []
        if (definition)
          return definition.type === 'ImportBinding' ? definition.parent.source.value : null
      }
      return null
    }

    const isTranslator = (node) => getTypeAtLocation(node).getProperty('rich') !== undefined

    /** A call for a text of the dictionary: `t('key')`, `t.rich('key', …)`. */
    const isDictionaryCall = ({ type, callee }) =>
      type === 'CallExpression' &&
      isTranslator(callee.type === 'MemberExpression' ? callee.object : callee)

    const isRich = (node) =>
      isDictionaryCall(node) &&
      node.callee.type === 'MemberExpression' &&
      node.callee.property.name === 'rich'

    function isConstant(node) {
      if (node.type === 'Literal' || isFunction(node)) return true
      if (node.type === 'TemplateLiteral') return node.expressions.every(isConstant)
      if (node.type === 'ObjectExpression')
        return node.properties.every(({ type, value }) => type === 'Property' && isConstant(value))
      return isDictionaryCall(node) && node.arguments.every(isConstant)
    }

    function isSteadyElement(node) {
      if (node.type === 'JSXFragment')
        return childrenOf(node).every((child) => kindOf(child).steady)
      const { name } = node.openingElement
      // An element whose key changes is replaced by another one.
      if (hasKey(node)) return false
      if (name.type !== 'JSXIdentifier') return false
      return /^[a-z]/.test(name.name) || STEADY_MODULES.includes(importedFrom(node, name.name))
    }

    /** Whether a child may be text, and whether it stays as it is. */
    function kindOf(node) {
      switch (node.type) {
        case 'JSXText':
          return { text: true, steady: true }
        case 'JSXElement':
        case 'JSXFragment':
          return { text: false, steady: isSteadyElement(node) }
        case 'JSXExpressionContainer':
          return kindOf(node.expression)
        case 'LogicalExpression':
          return node.operator === '&&'
            ? both(printedFalsy(node.left), kindOf(node.right))
            : both(kindOf(node.left), kindOf(node.right))
        case 'ConditionalExpression':
          return both(kindOf(node.consequent), kindOf(node.alternate))
      }
      if (WRAPPERS.includes(node.type)) return kindOf(node.expression)
      return { text: mayBeText(getTypeAtLocation(node)), steady: isConstant(node) }
    }

    // Of what may stand before `&&`, React prints 0.
    const printedFalsy = (node) => {
      const type = getTypeAtLocation(node)
      const types = type.isUnion() ? type.types : [type]
      return { text: types.every(({ flags }) => flags & TypeFlags.NumberLike), steady: false }
    }

    const childrenOf = ({ children }) =>
      children.filter((child) => !isBlankLine(child) && !isComment(child))

    const hasKey = ({ openingElement }) =>
      openingElement.attributes.some(({ name }) => name?.name === 'key')

    function checkList(node, [only]) {
      if (only?.type !== 'JSXExpressionContainer') return
      const { expression } = only
      if (isRich(expression) || isTextList(getTypeAtLocation(expression)))
        if (!isConstant(expression) && !hasKey(node))
          context.report({ node: only, messageId: 'list' })
    }

    /** `t.rich` kept for later: where it is shown, its values are not known. */
    function checkRich(node) {
      const isChild = node.parent.type === 'JSXExpressionContainer'
      if (!isChild && isRich(node) && !isConstant(node)) context.report({ node, messageId: 'list' })
    }

    function checkElement(node) {
      if (TRANSPARENT.includes(node.openingElement.name.name)) return checkFragment(node)
      const children = childrenOf(node)
      if (children.length < 2) return checkList(node, children)
      const kinds = children.map(kindOf)
      if (kinds.every(({ steady }) => steady)) return
      for (const [index, child] of children.entries())
        if (kinds[index].text) context.report({ node: child, messageId: 'beside' })
    }

    function checkFragment(node) {
      for (const child of childrenOf(node))
        if (kindOf(child).text) context.report({ node: child, messageId: 'fragment' })
    }

    function checkAnswer(node, answer) {
      const maker = isFunction(node) ? node : sourceCode.getAncestors(node).findLast(isFunction)
      const name = maker?.id?.name ?? maker?.parent.id?.name
      if (!answer || !name || !/^[A-Z]/.test(name)) return
      if (kindOf(answer).text) context.report({ node: answer, messageId: 'component' })
    }

    return {
      JSXElement: checkElement,
      JSXFragment: checkFragment,
      'JSXAttribute[name.name="fallback"]': ({ value }) => {
        if (value && kindOf(value).text) context.report({ node: value, messageId: 'fragment' })
      },
      CallExpression: checkRich,
      ReturnStatement: (node) => checkAnswer(node, node.argument),
      ArrowFunctionExpression: (node) =>
        node.body.type !== 'BlockStatement' && checkAnswer(node, node.body),
    }
  },
}
