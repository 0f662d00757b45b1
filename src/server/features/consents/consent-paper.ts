import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { openLink } from '#server/features/identity/access-links/access-link.service.ts'
import { type IssuedRow, issueLetter } from '#server/features/letters/issue/issue-letter.service.ts'
import { letterFile } from '#server/features/letters/issue/letter-file.service.ts'
import {
  lookOf,
  type PaperSchool,
  paperSchool,
  schoolValues,
} from '#server/features/letters/templates/letter-school.service.ts'
import { currentTemplate } from '#server/features/letters/templates/letter-template.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { inLanguage } from '#server/http/in-language.ts'
import type { Tx } from '#server/kernel/db.ts'
import { standingOf } from '#shared/consents/consent.rules.ts'
import type { Bilingual, FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { businessDay, fromInstant } from '#shared/kernel/time.ts'
import type { consentPdf, faceCertificatePdf } from '#shared/letters/issued-letter.contract.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import { formatName, type LetterValues, type Signed } from '#shared/letters/letter-values.rules.ts'
import { type Act, actsOf } from './acts.service.ts'
import { consentRequests, consentWordings } from './consent.table.ts'
import type { FaceByLink } from './consent-link.service.ts'
import { consentLink, type RequestRow } from './open-link.ts'

/** Returns the subject of a request's letters: each later decision makes a new letter. */
export const subjectOf = ({ id }: Pick<RequestRow, 'id'>) => ({ topic: 'consent', subjectId: id }) as const

/**
 * Returns the guardian's decision as a document, issued when first requested after a decision.
 * @throws AppError link.over, request.too-many, request.not-found while nothing was decided, letter.not-made, letter.differs
 */
export const giveConsentPdf = (ctx: OpenCtx, asked: z.output<typeof consentPdf.body>): Promise<FileReply> =>
  giveByLink(ctx, asked, (tx, request) => issueDecision(tx, ctx, request))

/**
 * Issues the certificate of the face that this guardian's decision deleted.
 * @throws AppError as `giveConsentPdf`, and letter.incomplete while a device may still have a copy
 */
export const giveFaceCertificate = (
  ctx: OpenCtx,
  asked: z.output<typeof faceCertificatePdf.body>,
  face: FaceByLink,
): Promise<FileReply> => giveByLink(ctx, asked, (tx, request) => face.certify(tx, ctx, request))

async function giveByLink(
  ctx: OpenCtx,
  asked: z.output<typeof consentPdf.body>,
  issue: (tx: Tx, request: RequestRow) => Promise<IssuedRow | AppError>,
): Promise<FileReply> {
  const found = await openLink(ctx, { ...consentLink, saves: ({ id }) => id }, asked.token, issue)
  return letterFile(ctx, found, inLanguage(ctx, asked).language)
}

async function issueDecision(tx: Tx, ctx: OpenCtx, request: RequestRow): Promise<IssuedRow | AppError> {
  const { schoolId, id } = request
  // Serialised: two at once would issue two.
  await tx
    .select({ id: consentRequests.id })
    .from(consentRequests)
    .where(and(eq(consentRequests.schoolId, schoolId), eq(consentRequests.id, id)))
    .for('update')
  const acts = (await actsOf(tx, schoolId, [id])).filter(({ counts }) => counts)
  const last = acts.at(-1)
  if (!last) return new AppError('request.not-found')
  const school = await paperSchool(tx, schoolId)
  const values = valuesOf(request, { acts, last, school, titles: await titlesOf(tx, request) })
  const { template, version: templateVersion } = await currentTemplate(tx, schoolId, 'consent-form')
  return issueLetter(
    tx,
    { mail: ctx, nowMs: ctx.deps.clock.nowMs(), userId: null },
    {
      ...subjectOf(request),
      kind: 'consent-form',
      studentId: null,
      sourceId: last.id,
      templateVersion,
      fill: (verification) => resolveLetter(template, values, ['en', 'ar'], lookOf(school, verification)),
    },
  )
}

type Titles = ReadonlyMap<string, Bilingual>
const wordingKey = ({ purpose, version }: { purpose: string; version: number }) => `${purpose} ${version}`

/** Returns each purpose's title at the time of the decision. */
async function titlesOf(tx: Tx, { schoolId, purposes }: RequestRow): Promise<Titles> {
  const rows = await tx
    .select({ purpose: consentWordings.purpose, version: consentWordings.version, title: consentWordings.title })
    .from(consentWordings)
    .where(and(eq(consentWordings.schoolId, schoolId), inArray(consentWordings.purpose, purposes)))
  return new Map(rows.map((row) => [wordingKey(row), row.title]))
}

const languageNames: Readonly<Record<Language, Bilingual>> = {
  en: { en: 'English', ar: 'الإنجليزية' },
  ar: { en: 'Arabic', ar: 'العربية' },
}
const said = (agrees: boolean): Bilingual =>
  agrees ? { en: 'Agreed', ar: 'موافق' } : { en: 'Not agreed', ar: 'غير موافق' }

interface Decided {
  /** Counting decisions, the earliest first. */
  acts: readonly Act[]
  last: Act
  school: PaperSchool
  titles: Titles
}

function valuesOf({ subject, guardian }: RequestRow, { acts, last, school, titles }: Decided): LetterValues {
  const dayOf = (act: Act) => businessDay(fromInstant(act.decidedAt), school.timeZone, 0)
  return {
    ...schoolValues(school, 'consent-form'),
    'student.name': formatName(subject),
    'guardian.name': formatName(guardian),
    'consent.decidedOn': dayOf(last),
    'consent.language': languageNames[last.language],
    'consent.answers': standingOf(acts).map((answer) => ({
      label: titles.get(wordingKey(answer)) ?? answer.purpose,
      values: [{ text: said(answer.agrees) }],
    })),
    'sign.guardian': signedBy(acts, guardian, dayOf),
  }
}

/** Returns the last signature: refusing and withdrawing need none. */
function signedBy(acts: readonly Act[], guardian: string, dayOf: (act: Act) => string): Signed | null {
  const act = acts.findLast(({ signature }) => signature !== null)
  if (!act?.signature) return null
  const day = dayOf(act)
  return act.signature.kind === 'drawn'
    ? { name: guardian, day, strokes: act.signature.strokes }
    : { name: act.signature.name, day }
}
