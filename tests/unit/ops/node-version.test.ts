import { judgeNode } from '../../../scripts/node-version.mjs'

// Seen in self-hosted applications: a server on a line of Node without security updates says nothing.
describe('real life: the version of Node', () => {
  test('a version without security updates runs with one line of warning', () => {
    expect(judgeNode('20.20.2', '2026-11-25')).toEqual({
      warning: 'Node 20.20.2 has had no security updates since 2026-04-30: use Node 24.',
    })
  })

  test.each(['22.22.0', '24.21.0', '26.10.0'])('Node %s runs without a word', (version) => {
    expect(judgeNode(version, '2026-11-25')).toEqual({})
  })

  test.each(['18.20.8', '20.18.3'])('Node %s is refused', (version) => {
    expect(judgeNode(version, '2026-11-25')).toEqual({
      refusal: `Node 20.19 or newer is needed; this is ${version}.`,
    })
  })
})
