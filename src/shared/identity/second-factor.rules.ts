import type { Role } from '#shared/kernel/roles.ts'

/** Roles from which a school may require a second factor: they decide about people, money, children and keys. */
const strongRoles = ['admin', 'head', 'finance', 'it'] as const satisfies readonly Role[]

/** Whether a person has a role from which a school may require a second factor. */
export const isStrong = (roles: readonly Role[]): boolean => strongRoles.some((role) => roles.includes(role))

/** Recovery codes that are made at once. */
export const recoveryCodeCount = 10

/** Letters of a recovery code: without those that are taken for another one when they are read aloud or from paper. */
export const recoveryAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const recoveryCodeLength = 16

/** A recovery code as it is read: four groups of four. */
export const groupedCode = (code: string): string => code.replaceAll(/(.{4})(?!$)/g, '$1-')

/** A recovery code as it was meant, however it was typed; undefined for what is none. */
export function recoveryCodeOf(typed: string): string | undefined {
  const code = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}\p{Pd}]/gu, '')
    .toUpperCase()
  const isCode = code.length === recoveryCodeLength && [...code].every((letter) => recoveryAlphabet.includes(letter))
  return isCode ? code : undefined
}
