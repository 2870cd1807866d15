import { fieldsOfName, fullName } from '@/lib/names'

test.each([
  ['伟明', '陈', '陈伟明'],
  ['明', '欧阳', '欧阳明'],
  [' 伟明 ', '陈', '陈伟明'],
  ['Aisyah', 'binti Rahman', 'Aisyah binti Rahman'],
  ['Wei Ming', 'Tan', 'Wei Ming Tan'],
  ['陈伟明', null, '陈伟明'],
  ['Muthu', '', 'Muthu'],
  ['Eric', '陈', 'Eric 陈'],
  ['伟明', 'Tan', '伟明 Tan'],
  ['  Nurul \n Ain', '  ', 'Nurul Ain'],
  ['', null, ''],
  [' ', '陈', '陈'],
])('%p and %p are written %p', (firstName, lastName, written) => {
  expect(fullName({ firstName, lastName })).toBe(written)
})

test.each([
  ['陈伟明', ['伟明 陈', '明 陈伟']],
  ['欧阳明', ['阳明 欧', '明 欧阳']],
  ['陈明', ['明 陈']],
  ['陈', []],
  ['Tan', []],
  ['陈Tan', []],
])('%p is found under its fields', (written, fields) => {
  expect(fieldsOfName(written)).toEqual(fields)
})

test('whatever order a name is written in, its fields find it', () => {
  for (const [firstName, lastName] of [
    ['伟明', '陈'],
    ['明', '欧阳'],
  ] as const)
    expect(fieldsOfName(fullName({ firstName, lastName }))).toContain(`${firstName} ${lastName}`)
})
