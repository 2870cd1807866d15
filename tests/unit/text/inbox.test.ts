import { inboxOf } from '@/lib/inbox'

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
