import type { ImportGuardian } from '#shared/admissions/import/import-row.rules.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'

/** What of somebody who looks after a child tells who they are. */
export type KnownGuardian = Pick<ImportGuardian, 'nameLatin' | 'nameArabic' | 'phone' | 'email' | 'language'>

/** With somebody of the school already, or with somebody of another row of the same file. */
export type GuardianJoin = 'here' | 'file'

export interface JoinedGuardian extends ImportGuardian {
  joins: GuardianJoin | null
}

const contactsOf = ({ phone, email }: Pick<KnownGuardian, 'phone' | 'email'>): string[] => [
  ...(phone === null ? [] : [`p${phone}`]),
  ...(email === null ? [] : [`e${email}`]),
]

/** A phone or an e-mail that half a school shares names no family. */
const mostOfOneFamily = 30

function byContact<G extends KnownGuardian>(guardians: readonly { each: G; no: number }[]) {
  const found = Map.groupBy(
    guardians.flatMap((one) => contactsOf(one.each).map((contact) => ({ contact, ...one }))),
    ({ contact }) => contact,
  )
  return new Map([...found].filter(([, all]) => all.length <= mostOfOneFamily))
}

/** Whether two who share a phone or an e-mail may be one: a mother and a father often share one, and are two. */
function mayBeOne(one: KnownGuardian, other: KnownGuardian): boolean {
  const differ = (a: string | null, b: string | null) => a !== null && b !== null && foldText(a) !== foldText(b)
  return !differ(one.nameLatin, other.nameLatin) && !differ(one.nameArabic, other.nameArabic)
}

/**
 * Parents of all rows of a file, each found by phone or e-mail among those the school knows and those of the other rows. Whoever is
 * found is one person: what one row leaves out of them the other says, and what a row says itself stays.
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
      const [isHere, isInFile] = [found, others].map((all) => all.some((each) => mayBeOne(guardian, each)))
      const whole = [...found, ...others].reduce(filled, guardian)
      return { ...whole, joins: isHere ? 'here' : isInFile ? 'file' : null }
    }),
  )
}

const filled = (guardian: ImportGuardian, from: KnownGuardian): ImportGuardian =>
  mayBeOne(guardian, from)
    ? {
        ...guardian,
        nameLatin: guardian.nameLatin ?? from.nameLatin,
        nameArabic: guardian.nameArabic ?? from.nameArabic,
        phone: guardian.phone ?? from.phone,
        email: guardian.email ?? from.email,
        language: guardian.language ?? from.language,
      }
    : guardian

/** For each row, which other rows have somebody with the same phone or e-mail: brothers and sisters, by their place from 0. */
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
