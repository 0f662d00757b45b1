import { describe, expect, it } from 'vitest'
import { argon2Passwords } from './passwords.ts'

const passwords = argon2Passwords(2)

describe('argon2Passwords', () => {
  it('knows a password again, and no other', async () => {
    const phc = await passwords.hash('gate-admin')
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await passwords.verify('gate-admin', phc)).toBe(true)
    expect(await passwords.verify('gate-admi', phc)).toBe(false)
    expect(await passwords.hash('gate-admin')).not.toBe(phc)
  })

  it('agrees with the reference implementation', async () => {
    // Made by the argon2 program of the reference implementation: password "password", salt "somesalt".
    const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await passwords.verify('password', phc)).toBe(true)
  })

  it('takes the same letters from any keyboard', async () => {
    const phc = await passwords.hash('caf\u00e9 \u0623')
    expect(await passwords.verify('cafe\u0301 \u0627\u0654', phc)).toBe(true)
  })

  it.each([
    '',
    'gate-admin',
    '$argon2id$v=19$m=19456,t=2,p=1$$',
    '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=4,t=0,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ])('answers no to a stored text that is no hash of ours: %s', async (stored) => {
    expect(await passwords.verify('password', stored)).toBe(false)
  })

  it('works through a crowd', async () => {
    const phc = await passwords.hash('one')
    const answers = await Promise.all(['one', 'two', 'one', 'two', 'one'].map((plain) => passwords.verify(plain, phc)))
    expect(answers).toEqual([true, false, true, false, true])
  })
})
