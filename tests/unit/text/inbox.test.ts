import { inboxOf, isSameMailbox } from '@/lib/inbox'

describe('one inbox', () => {
  test.each([
    ['Aina@Example.com', 'aina@example.com'],
    ['aina+studio@example.com', 'aina@example.com'],
    [' a.i.n.a@gmail.com ', 'aina@gmail.com'],
    ['Ai.Na+x+y@GoogleMail.com', 'aina@gmail.com'],
    ['Ai-na_1+x@pm.me', 'aina1@proton.me'],
    ['aina1@protonmail.com', 'aina1@proton.me'],
    ['aina@me.com', 'aina@icloud.com'],
    ['aina+1@outlook.com', 'aina@outlook.com'],
    ['a.b@example.com', 'a.b@example.com'],
    ['a.b@icloud.com', 'a.b@icloud.com'],
    ['aina@constructor', 'aina@constructor'],
    ['"a@b"@gmail.com', '"a@b"@gmail.com'],
  ])('%s is %s', (email, inbox) => expect(inboxOf(email)).toBe(inbox))
})

describe('who has proven one spelling owns another', () => {
  test.each([
    ['aina.lim@gmail.com', 'AinaLim+studio@googlemail.com', true],
    ['aina@pm.me', 'ai.na@proton.me', true],
    ['aina@icloud.com', 'aina+x@me.com', true],
    ['Aina@Example.com', 'aina@example.com', true],
    // At a host that is not known the plus may be another person's.
    ['aina+x@example.com', 'aina@example.com', false],
    ['a.ina@example.com', 'aina@example.com', false],
    ['aina@gmail.com', 'aina@example.com', false],
    [null, 'aina@gmail.com', false],
  ])('%s of %s: %p', (proven, email, isSame) => expect(isSameMailbox(proven, email)).toBe(isSame))
})
