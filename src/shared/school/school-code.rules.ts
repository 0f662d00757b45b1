/*
 * A school's code is the first label of its address, so that it must be a label of a host name and none that the address of an
 * installation already uses.
 */

const reserved: ReadonlySet<string> = new Set(
  'www api app admin mail smtp imap pop webmail autoconfig autodiscover ftp ns ns1 ns2 mx vpn cdn static assets files img localhost local setup status health help support docs login auth sso operator console school schools demo test bawaba'.split(
    ' ',
  ),
)

export const minSchoolCode = 2
export const maxSchoolCode = 31

/** What is wrong with a code; undefined where it may be a school's. Whether another school has it, the server knows. */
export function schoolCodeProblem(code: string): 'malformed' | 'reserved' | undefined {
  const isLabel = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(code) && code.length >= minSchoolCode
  if (!isLabel || code.length > maxSchoolCode) return 'malformed'
  return reserved.has(code) ? 'reserved' : undefined
}

/** Words that most names share and few addresses have. */
const ordinary: ReadonlySet<string> = new Set(
  'the of and school schools academy international private college'.split(' '),
)

/** Proposes a code from a school's English name: "Al Noor International School" gives `alnoor`; empty where it has no letters. */
export function proposeSchoolCode(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[’'`\p{M}]/gu, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const telling = words.filter((word) => !ordinary.has(word))
  const code = (telling.length > 0 ? telling : words).join('').replace(/^\d+/, '').slice(0, 20)
  return schoolCodeProblem(code) === 'malformed' ? '' : code
}
