import { latinDigits } from '#shared/kernel/digits.ts'
import type { Guardian, RecordIdentity } from '#shared/students/student-record.contract.ts'
import { guardianRelations } from '#shared/students/student-record.rules.ts'

/** What is typed about a child: texts, as they stand in the fields. */
export type IdentityDraft = Record<keyof RecordIdentity, string>

export const identityDraft = (identity: RecordIdentity): IdentityDraft => ({
  nameLatin: identity.nameLatin ?? '',
  nameArabic: identity.nameArabic ?? '',
  birthDate: identity.birthDate ?? '',
  nationality: identity.nationality ?? '',
  entryYear: identity.entryYear === null ? '' : String(identity.entryYear),
  grade: identity.grade ?? '',
})

const textOf = (text: string): string | null => text.trim() || null

/** What is to be saved, or the field that is wrong. */
export function identityIn(draft: IdentityDraft): RecordIdentity | keyof IdentityDraft {
  const year = latinDigits(draft.entryYear.trim())
  const [nameLatin, nameArabic] = [textOf(draft.nameLatin), textOf(draft.nameArabic)]
  if (nameLatin === null && nameArabic === null) return 'nameLatin'
  if (year !== '' && !/^(19[5-9]\d|2[01]\d\d)$/.test(year)) return 'entryYear'
  return {
    nameLatin,
    nameArabic,
    birthDate: textOf(draft.birthDate),
    nationality: textOf(draft.nationality),
    entryYear: year === '' ? null : Number(year),
    grade: textOf(draft.grade),
  }
}

/** What somebody may do, each yes, no or not said. */
export const guardianRights = ['isLegalGuardian', 'maySign', 'mayCollect', 'livesWithChild'] as const

/** What is typed about a guardian; a right is `yes`, `no` or empty. */
export type GuardianDraft = Record<Exclude<keyof Guardian, 'id'>, string>

const yesNo = (value: boolean | null): string => (value === null ? '' : value ? 'yes' : 'no')
const isYes = (text: string): boolean | null => (text === '' ? null : text === 'yes')

export const guardianDraft = (guardian?: Guardian): GuardianDraft => ({
  nameLatin: guardian?.nameLatin ?? '',
  nameArabic: guardian?.nameArabic ?? '',
  relation: guardian?.relation ?? '',
  phone: guardian?.phone ?? '',
  email: guardian?.email ?? '',
  language: guardian?.language ?? '',
  isLegalGuardian: yesNo(guardian?.isLegalGuardian ?? null),
  maySign: yesNo(guardian?.maySign ?? null),
  mayCollect: yesNo(guardian?.mayCollect ?? null),
  livesWithChild: yesNo(guardian?.livesWithChild ?? null),
  paysShare: guardian?.paysShare === null || guardian === undefined ? '' : String(guardian.paysShare),
})

/** What is to be saved, or the field that is wrong. A phone number is judged by the server, which knows the country. */
export function guardianIn(id: string, draft: GuardianDraft): Guardian | keyof GuardianDraft {
  const [nameLatin, nameArabic] = [textOf(draft.nameLatin), textOf(draft.nameArabic)]
  if (nameLatin === null && nameArabic === null) return 'nameLatin'
  if (draft.email.trim() !== '' && !/^\S+@\S+\.\S+$/.test(draft.email.trim())) return 'email'
  const share = latinDigits(draft.paysShare.trim())
  if (share !== '' && !(/^\d{1,3}$/.test(share) && Number(share) <= 100)) return 'paysShare'
  return {
    id,
    nameLatin,
    nameArabic,
    relation: guardianRelations.find((each) => each === draft.relation) ?? null,
    phone: textOf(draft.phone),
    email: textOf(draft.email),
    language: draft.language === 'en' || draft.language === 'ar' ? draft.language : null,
    isLegalGuardian: isYes(draft.isLegalGuardian),
    maySign: isYes(draft.maySign),
    mayCollect: isYes(draft.mayCollect),
    livesWithChild: isYes(draft.livesWithChild),
    paysShare: share === '' ? null : Number(share),
  }
}
