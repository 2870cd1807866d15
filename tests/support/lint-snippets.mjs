// Lints snippets as if they stood in the given files: JSON in on stdin ([{ path, code }]), the
// rules that object out, with `lines` each behind its line ("3 no-var"). A process of its own,
// because ESLint's configuration is an ES module and Jest runs CommonJS.
import { text } from 'node:stream/consumers'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'

const snippets = JSON.parse(await text(process.stdin))
// Most rules need no types, and building the program for each invented file would take minutes.
const untyped = new ESLint({
  overrideConfig: [tseslint.configs.disableTypeChecked, { rules: { 'studio/text-alone': 'off' } }],
})
// The types of what the snippets import: those of the whole project take a quarter of a minute.
const typed = new ESLint({
  overrideConfig: {
    files: ['**/*.tsx'],
    languageOptions: {
      parserOptions: {
        projectService: false,
        project: 'tests/support/tsconfig.snippets.json',
        // In CI it would take the types of the file that the snippet stands in for.
        disallowAutomaticSingleRunInference: true,
      },
    },
  },
})
const answers = []
for (const { path, code, types, lines } of snippets) {
  const [result] = await (types ? typed : untyped).lintText(code, { filePath: path })
  answers.push(
    result.messages.map(({ ruleId, message, line }) => {
      const rule = ruleId ?? message
      return lines ? `${line} ${rule}` : rule
    }),
  )
}
process.stdout.write(JSON.stringify(answers))
