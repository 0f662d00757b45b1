import { z } from 'zod'
import { Bilingual, endpoint, FileReply } from '#shared/kernel/endpoint.ts'
import { Day, Instant, Language, UserId, Uuid } from '#shared/kernel/fields.ts'
import { LinkToken } from '#shared/kernel/link.ts'
import { letterKinds } from './letter-kinds.rules.ts'

/*
 * Letters that were issued: kept as they were filled in, given out as PDF, and verified by the code that stands on them.
 */

export const LetterKind = z.enum(letterKinds)

/** How a letter stands: `superseded` by a newer one about the same, `withdrawn` where what it says does not hold any more. */
export const LetterStatus = z.enum(['valid', 'superseded', 'withdrawn'])
export type LetterStatus = z.infer<typeof LetterStatus>

/** An issued letter as staff see it. */
export const IssuedLetter = z.object({
  id: Uuid,
  kind: LetterKind,
  /** From 1, for each thing that letters are about. */
  version: z.int(),
  languages: z.array(Language).min(1).max(2),
  issuedAt: Instant,
  /** Null where no member of the staff has caused it: a family or the clock has. */
  by: z.object({ userId: UserId, name: Bilingual }).nullable(),
  standing: LetterStatus,
  endedAt: Instant.nullable(),
  /** Of the PDF, hex; null until it was made for the first time. */
  sha256: z.string().nullable(),
  /** Made again it was another paper than the one that was issued. */
  differs: z.boolean(),
  /** Characters of the letter that no font has. */
  missingGlyphs: z.array(z.string()),
  withoutLogo: z.boolean(),
})
export type IssuedLetter = z.infer<typeof IssuedLetter>

/** What was issued about a student, the newest first. @throws AppError access.denied, request.not-found */
export const studentLetters = endpoint({
  method: 'post',
  path: '/student/letters',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: z.object({ letters: z.array(IssuedLetter) }),
})

/** One of them on paper. @throws AppError access.denied, request.not-found, letter.not-made, letter.differs */
export const letterPdf = endpoint({
  method: 'post',
  path: '/student/letter_pdf',
  audience: 'session',
  body: z.object({ student_id: Uuid, id: Uuid }),
  reply: FileReply,
  isFile: true,
})

/**
 * The letter of an offer, as it was issued last. The link decides; an admission number that is not its student's opens nothing.
 * @throws AppError link.over, request.too-many, offer.over, letter.not-made, letter.differs
 */
export const offerLetterPdf = endpoint({
  method: 'post',
  path: '/public/offer_letter_pdf',
  audience: 'open',
  query: ['offerLetterToken'],
  body: z.object({ offerLetterToken: LinkToken, admission_number: z.string().max(60).optional() }),
  reply: FileReply,
  isFile: true,
})

/** What a guardian has decided, on paper; nothing before anything was. @throws AppError like the one of an offer */
export const consentPdf = endpoint({
  method: 'post',
  path: '/public/consent_pdf',
  audience: 'open',
  /** Without a language, the school's own. */
  body: z.object({ token: LinkToken, language: Language.optional() }),
  reply: FileReply,
  isFile: true,
})

/**
 * The certificate that the pupil's face was deleted, for the guardian whose word it was: the same letter that staff have. Its link
 * alone decides. @throws AppError link.over, request.too-many; request.not-found where nothing was deleted by it; letter.incomplete
 * while a device may still have a copy; letter.not-made, letter.differs
 */
export const faceCertificatePdf = endpoint({
  method: 'post',
  path: '/public/face_certificate',
  audience: 'open',
  /** Without a language, the school's own. */
  body: z.object({ token: LinkToken, language: Language.optional() }),
  reply: FileReply,
  isFile: true,
})

/**
 * Whether a letter or a document of fees is genuine, by the code on it and, where somebody has the file, by its hash. One shape for every answer, and
 * nothing about the child in any. @throws AppError request.too-many
 */
export const verifyLetter = endpoint({
  method: 'post',
  path: '/public/verify_letter',
  audience: 'open',
  body: z.object({
    code: z.string().max(60),
    /** SHA-256 of a file that somebody holds against the letter, hex. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
  reply: z.object({
    standing: z.enum([...LetterStatus.options, 'unknown']),
    kind: LetterKind.nullable(),
    /** By the school's own day. */
    issuedOn: Day.nullable(),
    /** Null where no file was held against it. */
    isSameFile: z.boolean().nullable(),
    /** Whether it was superseded by itself with all signatures; absent otherwise. */
    isNowSigned: z.literal(true).optional(),
    /** Of a code on a document of fees; absent otherwise. */
    document: z
      .object({
        kind: z.enum(['invoice', 'credit', 'receipt', 'refund']),
        number: z.string(),
        /** Decimal amount with the currency's code. */
        total: z.string(),
      })
      .optional(),
  }),
})
