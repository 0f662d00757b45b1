import { and, eq } from 'drizzle-orm'
import { keptLogo } from '#server/features/letters/issue/issue-letter.service.ts'
import { setPaper } from '#server/features/letters/issue/print-letter.service.ts'
import { withItsLogo } from '#server/features/letters/templates/letter-logo.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { letterEdition } from '#server/kernel/editions.ts'
import type { PaperNames } from '#shared/fees/family/fee-paper.contract.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { canonicalJson, sha256OfBytes } from '#shared/kernel/hash.ts'
import { sum } from '#shared/kernel/money.ts'
import { businessDay, type Day, toInstant } from '#shared/kernel/time.ts'
import { requireDocument } from '../documents/document-read.service.ts'
import type { StoredDocument } from '../documents/issue-document.service.ts'
import { paymentStates } from '../payments/payment-credit.service.ts'
import { feeLetter } from './fee-letter.rules.ts'
import { feePapers } from './fee-paper.table.ts'
import { letterFacts, letterPayer } from './letter-facts.service.ts'
import { titles } from './paper-words.rules.ts'
import { statementLetter } from './statement-letter.rules.ts'
import { statementOf } from './statement.service.ts'

/** Context of a print request; no transaction of the caller is open. */
export type PaperCtx = MailCtx & Pick<OpenCtx, 'tenant'>

type Stored = typeof feePapers.$inferSelect
type Paper = Omit<Stored, 'sha256' | 'at'> & { sha256: string | null }

/**
 * Returns a document of fees as PDF. What it says is kept with the hash of the first PDF; a later one that differs is withheld.
 * @param asked the document, with the payer for whom it must be where a payer asks
 * @throws AppError request.not-found, letter.not-made, letter.differs
 */
export async function documentPaper(
  ctx: PaperCtx,
  { documentId, names, payerId }: { documentId: string; names: PaperNames; payerId?: string },
  language: Language,
): Promise<FileReply> {
  const { schoolId } = ctx.school
  const { document, paper } = await ctx.tenant(async (tx) => {
    const found = await requireDocument(tx, schoolId, documentId)
    if (payerId !== undefined && found.payerId !== payerId)
      throw new AppError('request.not-found', { field: 'documentId' })
    return { document: found, paper: await paperOf(tx, ctx, found, names) }
  })
  const bytes = await print(ctx, document, paper)
  return { name: `${titles[document.kind][language]} ${document.number}.pdf`, kind: 'pdf', bytes }
}

const isThis = ({ schoolId, documentId, names }: Pick<Stored, 'schoolId' | 'documentId' | 'names'>) =>
  and(eq(feePapers.schoolId, schoolId), eq(feePapers.documentId, documentId), eq(feePapers.names, names))

/** Returns what the paper said when it was first printed, or what it says from now on. */
async function paperOf(tx: Tx, ctx: PaperCtx, document: StoredDocument, names: PaperNames): Promise<Paper> {
  const of = { schoolId: document.schoolId, documentId: document.id, names }
  const [kept] = await tx.select().from(feePapers).where(isThis(of))
  if (kept) return kept
  const letter = feeLetter(await letterFacts(tx, ctx, document, names))
  const { blocks: content, logoVersion } = await keptLogo(tx, document.schoolId, letter)
  return { ...of, content, logoVersion, edition: letterEdition, sha256: null }
}

/** Makes the PDF outside any transaction, and keeps what it is made of with the first one. */
async function print(ctx: PaperCtx, document: StoredDocument, paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const { deps } = ctx
  const { schoolId, content: blocks, logoVersion, documentId, edition } = paper
  const letter = await ctx.tenant((tx) => withItsLogo(tx, { schoolId, blocks, logoVersion }))
  const { pdf } = await setPaper(deps, letter, `fees ${documentId}`, edition)
  const bytes = Uint8Array.from(pdf)
  const sha256 = sha256OfBytes(bytes)
  if (paper.sha256 === null) {
    const at = toInstant(deps.clock.nowMs())
    const kept = await ctx.tenant(async (tx) => {
      // An erasure while it was set: what it says of people is not written back.
      const now = await paperOf(tx, ctx, document, paper.names)
      if (now.sha256 === null && canonicalJson(now.content) !== canonicalJson(paper.content)) return undefined
      await tx
        .insert(feePapers)
        .values({ ...paper, sha256, at })
        .onConflictDoNothing()
      const [row] = await tx.select().from(feePapers).where(isThis(paper))
      return row
    })
    if (kept && kept.sha256 !== sha256) return print(ctx, document, kept)
    return bytes
  }
  if (paper.sha256 === sha256) return bytes
  deps.log.error({ document: documentId, edition }, 'a document of fees came out different from what was issued')
  throw new AppError('letter.differs')
}

interface StatementAsked {
  payerId: string
  asOf: Day
  names: PaperNames
  language: Language
}

/** Returns the statement of a payer as of a day as PDF. @throws AppError request.not-found, letter.not-made */
export async function statementPaper(
  ctx: PaperCtx,
  { payerId, asOf, names, language }: StatementAsked,
): Promise<FileReply> {
  const { schoolId, currency, timeZone } = ctx.school
  const letter = await ctx.tenant(async (tx) => {
    const payer = await letterPayer(tx, schoolId, payerId, names)
    if (payer.code === '') throw new AppError('request.not-found', { field: 'payerId' })
    const statement = await statementOf(tx, schoolId, payerId, asOf)
    const held = (await paymentStates(tx, schoolId, { payerIds: [payerId] })).filter(({ isHeld }) => isHeld)
    // Which cheques had not cleared on an earlier day, nobody asks: it is said for today alone.
    const today = businessDay(ctx.deps.clock.nowMs(), timeZone, 0)
    const chequesHeld = asOf < today ? 0 : sum(held.map(({ amount, returned }) => amount - returned))
    const school = await paperSchool(tx, schoolId)
    return statementLetter({ school, payer, currency, asOf, statement, chequesHeld })
  })
  const { pdf } = await setPaper(ctx.deps, letter, `statement ${payerId}`)
  return { name: `${titles.statement[language]} ${asOf}.pdf`, kind: 'pdf', bytes: Uint8Array.from(pdf) }
}
