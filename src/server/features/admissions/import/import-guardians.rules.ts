import type { ImportGuardian } from '#shared/admissions/import/import-row.rules.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'

/** Fields that identify a guardian. */
export type KnownGuardian = Pick<ImportGuardian, 'nameLatin' | 'nameArabic' | 'phone' | 'email' | 'language'>

/** Joined with a guardian of the school, or of another row of the same file. */
export type GuardianJoin = 'here' | 'file'

export interface JoinedGuardian extends ImportGuardian {
  joins: GuardianJoin | null
}

const contactsOf = ({ phone, email }: Pick<KnownGuardian, 'phone' | 'email'>): string[] => [
  ...(phone === null ? [] : [`p${phone}`]),
  ...(email === null ? [] : [`e${email}`]),
]

/** A phone number or email shared by half a school identifies no family. */
const maxPerFamily = 30

function byContact<G extends KnownGuardian>(guardians: readonly { each: G; no: number }[]) {
  const found = Map.groupBy(
    guardians.flatMap((one) => contactsOf(one.each).map((contact) => ({ contact, ...one }))),
    ({ contact }) => contact,
  )
  return new Map([...found].filter(([, all]) => all.length <= maxPerFamily))
}

/** Returns whether two who share a phone or an email may be one person: a mother and a father often share one and are two. */
function maybeSame(one: KnownGuardian, other: KnownGuardian): boolean {
  const differ = (a: string | null, b: string | null) => a !== null && b !== null && foldText(a) !== foldText(b)
  return !differ(one.nameLatin, other.nameLatin) && !differ(one.nameArabic, other.nameArabic)
}

/**
 * Joins the guardians of all rows of a file, by phone or email, with those of the school and of the other rows. A match is one
 * person: missing values come from the others, and a row's own values stay.
 */
export function joinGuardians(
  rows: readonly (readonly ImportGuardian[])[],
  known: readonly KnownGuardian[],
): JoinedGuardian[][] {
  const here = byContact(known.map((each) => ({ each, no: -1 })))
  const inFile = byContact(rows.flatMap((row, no) => row.map((each) => ({ each, no }))))
  return rows.map((row, no) =>
    row.map((guardian) => {
      const contacts = contactsOf(guardian)
      const found = contacts.flatMap((contact) => here.get(contact) ?? []).map(({ each }) => each)
      const others = contacts
        .flatMap((contact) => inFile.get(contact) ?? [])
        .flatMap(({ each, no: other }) => (other === no ? [] : [each]))
      const [isHere, isInFile] = [found, others].map((all) => all.some((each) => maybeSame(guardian, each)))
      const whole = [...found, ...others].reduce(filled, guardian)
      return { ...whole, joins: isHere ? 'here' : isInFile ? 'file' : null }
    }),
  )
}

const filled = (guardian: ImportGuardian, from: KnownGuardian): ImportGuardian =>
  maybeSame(guardian, from)
    ? {
        ...guardian,
        nameLatin: guardian.nameLatin ?? from.nameLatin,
        nameArabic: guardian.nameArabic ?? from.nameArabic,
        phone: guardian.phone ?? from.phone,
        email: guardian.email ?? from.email,
        language: guardian.language ?? from.language,
      }
    : guardian

/** Returns, for each row, the other rows with the same phone or email: siblings, by their index from 0. */
export function siblingRows(rows: readonly (readonly ImportGuardian[])[]): number[][] {
  const found = byContact(rows.flatMap((row, no) => row.map((each) => ({ each, no }))))
  return rows.map((row, no) => [
    ...new Set(
      row
        .flatMap((each) => contactsOf(each))
        .flatMap((contact) => (found.get(contact) ?? []).map((other) => other.no))
        .filter((other) => other !== no),
    ),
  ])
}
