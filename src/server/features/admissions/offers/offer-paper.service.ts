import { and, eq } from 'drizzle-orm'
import {
  endLetters,
  type IssueBy,
  type IssuedRow,
  issueLetter,
} from '#server/features/letters/issue/issue-letter.service.ts'
import { lookOf, type PaperSchool, paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { type TemplateVersion, templateOfSource } from '#server/features/letters/templates/letter-template.service.ts'
import { type GuardianRow, guardiansOf } from '#server/features/students/record/guardian.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { businessDay, fromInstant } from '#shared/kernel/time.ts'
import { guardianNames } from '../eligibility/guardian-names.rules.ts'
import { fillOfferLetter, type OfferLetterData } from './offer-letter.service.ts'
import { originOf } from './offer-mail.service.ts'
import { type Offer, type Signer, signedAt, type WholeOffer, wholeOffer } from './offer-read.service.ts'

/** The student as the letter of an offer names them. */
export interface PaperStudent {
  id: string
  reference: string
  nameLatin: string | null
  nameArabic: string | null
  grade: string | null
  entryYear: number | null
  campus: string
  stream: string
}

/** A student as the page of an offer shows them. */
export type PageStudent = PaperStudent & Pick<Student, 'schoolId' | 'submissionId'> & { isBooked: boolean }

/** Reads the student of an offer for its page and letter. @throws AppError request.not-found */
export async function readStudent(tx: Tx, schoolId: string, id: string): Promise<PageStudent> {
  const [student] = await tx
    .select()
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.id, id)))
  if (!student) throw new AppError('request.not-found')
  const { status, heldFrom } = student
  const at = status === 'on-hold' ? heldFrom : status
  return { ...student, isBooked: at === 'booked' || at === 'confirmed' }
}

interface Shown {
  /** A stored offer, or one that is being written. */
  whole: {
    offer: Pick<Offer, 'terms' | 'version' | 'sentAt' | 'madeAt' | 'expiresAt' | 'depositDueOn'>
    signers: readonly Pick<Signer, 'id' | 'name' | 'email'>[]
    answers: WholeOffer['answers']
  }
  student: PaperStudent
  /** Guardians on file, who may have a signer's name in the other script. */
  guardians: readonly GuardianRow[]
  school: PaperSchool
  /** Whose signature is shown as it was given; of the others the name and the day. */
  showsSignature: (signer: Pick<Signer, 'id'>) => boolean
}

/** Returns the values of the letter of an offer as it is now. */
export function offerLetterData({ whole, student, guardians, school, showsSignature }: Shown): OfferLetterData {
  const { offer, signers, answers } = whole
  const { terms, version, sentAt, madeAt, expiresAt, depositDueOn } = offer
  const dayOf = (at: string, beforeMs = 0) => businessDay(fromInstant(at) - beforeMs, school.timeZone, 0)
  return {
    terms,
    school,
    reference: `${formatReference(student.reference)}-${version}`,
    sentOn: dayOf(sentAt ?? madeAt),
    // It expires as its last day ends.
    expiresOn: dayOf(expiresAt, 1),
    depositDueOn,
    student: {
      name: { latin: student.nameLatin, arabic: student.nameArabic },
      grade: student.grade ?? '',
      entryYear: student.entryYear ?? Number(terms.startOn.slice(0, 4)),
      campus: student.campus,
      stream: student.stream,
    },
    signers: signers.map((signer) => {
      const at = signedAt(signer.id, answers)
      const own = answers.find((each) => each.signerId === signer.id && each.kind === 'sign' && each.refused === null)
      const signature = showsSignature(signer) ? (own?.signature ?? null) : null
      const inScripts = guardianNames(signer, guardians)
      return { name: signer.name, inScripts, signedOn: at && dayOf(at), signature }
    }),
  }
}

const everybody = () => true

/**
 * Issues the letter of an offer as it stands: when it goes out, when its days move, when everybody has signed (then with all
 * signatures, for it is the agreement of all of them). The student is locked.
 * @throws AppError letter.incomplete
 */
export async function issueOfferLetter(tx: Tx, by: IssueBy, student: PaperStudent, offer: Offer): Promise<IssuedRow> {
  const whole = await wholeOffer(tx, offer)
  const school = await paperSchool(tx, offer.schoolId)
  const guardians = await guardiansOf(tx, offer.schoolId, student.id)
  const said = offerLetterData({ whole, student, guardians, school, showsSignature: everybody })
  const { template, version: templateVersion } = await templateOfOffer(tx, offer)
  const mail = { ...by.mail, origin: originOf(by.mail, offer) }
  return issueLetter(
    tx,
    { ...by, mail },
    {
      ...subjectOf(student),
      kind: offer.terms.letter,
      studentId: student.id,
      sourceId: offer.id,
      templateVersion,
      fill: (verification) => fillOfferLetter(template, said, lookOf(school, verification)),
    },
  )
}

/** Returns the template an offer was sent with: its family reads and signs that one, whatever was published since. */
export const templateOfOffer = (
  tx: Tx,
  { schoolId, id, terms }: Pick<Offer, 'schoolId' | 'id' | 'terms'>,
): Promise<TemplateVersion> => templateOfSource(tx, { schoolId, name: terms.letter }, id)

/** Withdraws the letter of an offer that is over. */
export const withdrawOfferLetter = (tx: Tx, by: IssueBy, student: Pick<PaperStudent, 'id'>): Promise<void> =>
  endLetters(tx, by, subjectOf(student), 'withdrawn')

/** Returns the subject of offer letters: a letter of a newer offer supersedes the one before. */
export const subjectOf = ({ id }: Pick<PaperStudent, 'id'>) => ({ topic: 'offer', subjectId: id }) as const
