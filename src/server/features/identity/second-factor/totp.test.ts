import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { machineRandom } from '#server/node/machine.ts'
import { newSecret, stepOfCode, totpFor } from './totp.ts'

/** RFC 6238, appendix B, of SHA-1; the codes there have eight digits, of which these are the last six. */
const rfcSecret = Secret.fromLatin1('12345678901234567890').base32
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

describe('codes of an authenticator app', () => {
  it.each(vectors)(
    'at %s seconds of RFC 6238 the code is %s, one period before and after too, and no longer',
    (at, code) => {
      const step = Math.floor(at / 30)
      expect(stepOfCode(rfcSecret, code, at * 1000)).toBe(step)
      expect(stepOfCode(rfcSecret, code, (step * 30 + 59) * 1000)).toBe(step)
      expect(stepOfCode(rfcSecret, code, (step * 30 - 1) * 1000)).toBe(step)
      expect(stepOfCode(rfcSecret, code, (step * 30 + 60) * 1000)).toBeUndefined()
      expect(stepOfCode(rfcSecret, code, (step * 30 - 31) * 1000)).toBeUndefined()
    },
  )

  it('are taken in digits of any keyboard and with spaces, and nothing else is', () => {
    expect(stepOfCode(rfcSecret, '٢٨٧ ٠٨٢', 59_000)).toBe(1)
    for (const typed of ['', '28708', '2870822', 'ABCDEF', '287083'])
      expect(stepOfCode(rfcSecret, typed, 59_000)).toBeUndefined()
  })

  it('come from 160 random bits, which an app reads from an address', () => {
    const secret = newSecret(machineRandom)
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
    const { uri } = totpFor(secret, { issuer: 'Al Noor: school', label: 'huda' })
    const read = new URL(uri)
    expect([read.protocol, read.host, decodeURIComponent(read.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Al Noor  school:huda',
    ])
    expect(read.searchParams.get('secret')).toBe(secret)
  })
})
