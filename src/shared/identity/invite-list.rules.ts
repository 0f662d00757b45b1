import type { Role } from '#shared/kernel/roles.ts'

/** What is wrong with a line of a list of people to invite. */
export const inviteProblems = [
  'no-email',
  'not-an-email',
  'unknown-role',
  'no-role',
  'twice',
  'too-long',
  'line-too-long',
] as const
export type InviteProblem = (typeof inviteProblems)[number]

export const maxInvites = 500

/** Characters of a line that are read. */
const maxLine = 500

/** A line of the list, with what was read from it. */
export interface InviteRow {
  /** Number of the line, from 1. */
  row: number
  email: string
  name: { en: string; ar: string }
  roles: readonly Role[]
  problem: InviteProblem | null
}

interface Known {
  /** A role by its code or its name in either language, folded. */
  roleNamed: (text: string) => Role | undefined
  /** Roles of who is listed without any. */
  defaultRoles: readonly Role[]
  isEmail: (text: string) => boolean
}

const heads = /^\W*(e-?mail|email address|البريد)/iu

/**
 * Reads people to invite, one a line: an address, and around it in any order a name in one or both scripts and roles, between commas,
 * semicolons or tabs; several roles of one person between `+`, `/` or `|`. A line of headings is left out. A line that the list had before
 * is `twice`. Who has no name is called by what stands before the `@`, until the person is renamed.
 */
export function readInviteList(text: string, known: Known): InviteRow[] {
  const seen = new Set<string>()
  return text
    .split(/\r?\n/)
    .map((line, no) => ({ line: line.trim(), row: no + 1 }))
    .filter(
      ({ line, row }) => line !== '' && !(row === 1 && line.length <= maxLine && !line.includes('@') && isHead(line)),
    )
    .map(({ line, row }) => {
      if (line.length > maxLine) return refusedLine(row)
      const read = readLine(line, row, known)
      const key = read.email.toLowerCase()
      const isTwice = read.problem === null && seen.has(key)
      seen.add(key)
      return isTwice ? { ...read, problem: 'twice' as const } : read
    })
}

/** A line that is refused without being read. */
const refusedLine = (row: number): InviteRow => ({
  row,
  email: '',
  name: { en: '', ar: '' },
  roles: [],
  problem: 'line-too-long',
})

const isHead = (line: string): boolean => line.split(/[,;\t]/).some((cell) => heads.test(cell.trim()))

function readLine(line: string, row: number, { roleNamed, defaultRoles, isEmail }: Known): InviteRow {
  const cells = line
    .replace(/<([^<>@]*@[^<>]*)>/, ',$1,')
    .split(/[,;\t]/)
    .map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((cell) => cell !== '')
  const email = cells.find((cell) => cell.includes('@')) ?? ''
  const others = cells.filter((cell) => cell !== email)
  const asRoles = others.map((cell) => cell.split(/[+/|]/).map((part) => roleNamed(part.trim())))
  const roles = asRoles.flatMap((found) => (found.every((role) => role !== undefined) ? found : []))
  const names = others.filter((_, no) => asRoles[no]?.some((role) => role === undefined))
  const ar = names.find((cell) => /\p{Script=Arabic}/u.test(cell)) ?? ''
  const en = names.find((cell) => !/\p{Script=Arabic}/u.test(cell)) ?? ''
  const given = [...new Set(roles.length > 0 ? roles : defaultRoles)]
  const name = { en: en === '' && ar === '' ? nameFrom(email) : en, ar }
  const isUnclear = names.length > (en === '' ? 0 : 1) + (ar === '' ? 0 : 1)
  const problem = problemOf({ email, isEmail: isEmail(email), name, isUnclear, roles: given })
  return { row, email, name, roles: given, problem }
}

interface Read {
  email: string
  isEmail: boolean
  name: InviteRow['name']
  /** A cell is neither a name nor a role. */
  isUnclear: boolean
  roles: readonly Role[]
}

function problemOf({ email, isEmail, name, isUnclear, roles }: Read): InviteProblem | null {
  if (email === '') return 'no-email'
  if (!isEmail) return 'not-an-email'
  if (isUnclear) return 'unknown-role'
  if (roles.length === 0) return 'no-role'
  return Math.max(name.en.length, name.ar.length) > 100 ? 'too-long' : null
}

/** `sara.al-mana@…` is called Sara Al Mana. */
const nameFrom = (email: string): string =>
  email
    .replace(/@.*/, '')
    .split(/[._-]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')
    .trim()
