import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { consentDefinitions, NewConsentWording } from '#shared/consents/consent-definition.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import { consentWordings } from './consent.table.ts'
import { allWordings, currentWordings, publishWording } from './wording.service.ts'

type Told = z.input<typeof consentDefinitions.reply>['definitions']

/** Returns every consent with all its wordings, newest first, and how many guardians agree under each now. */
export async function listDefinitions(tx: Tx, { schoolId }: { schoolId: string }): Promise<Told> {
  const current = await currentWordings(tx, schoolId)
  const all = await allWordings(tx, schoolId)
  const people = await findPeople(
    tx,
    schoolId,
    all.flatMap(({ publishedBy }) => publishedBy ?? []),
  )
  const agreed = await agreedByVersion(tx, schoolId)
  return current.map(({ purpose, isOffered }) => ({
    purpose,
    isOffered,
    versions: all
      .filter((each) => each.purpose === purpose)
      .map(({ version, title, wording, otherwise, publishedAt, publishedBy, again, lapsesOn }) => ({
        version,
        title,
        wording,
        otherwise,
        publishedAt,
        by: (publishedBy && people.get(publishedBy)?.name) ?? null,
        again,
        lapsesOn,
        agreed: agreed.get(`${purpose} ${version}`) ?? 0,
      })),
  }))
}

/** Returns how many requests' last counting answer agrees, by purpose and version. */
async function agreedByVersion(tx: Tx, schoolId: string): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ key: string; count: number }>(sql`
    select purpose || ' ' || version as key, count(*)::int as count
    from (${lastAnswers(schoolId)}) last where agrees group by purpose, version`)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** Selects of each request and purpose the last counting answer: `request_id`, `purpose`, `version`, `agrees`. */
export const lastAnswers = (schoolId: string) => sql`
  select distinct on (a.request_id, d.purpose) a.request_id, d.purpose, d.version, d.agrees
  from consent_acts a join consent_decisions d on d.school_id = a.school_id and d.act_id = a.id
  where a.school_id = ${schoolId} and a.counts
  order by a.request_id, d.purpose, a.decided_at desc, a.received_at desc, a.id desc`

/**
 * Publishes the next version of a wording and records it. The same sent again is answered as before.
 * @throws AppError request.not-found, request.invalid, settings.changed
 */
export async function publishDefinition(tx: Tx, ctx: SessionCtx, asked: NewConsentWording): Promise<number> {
  const { schoolId, timeZone } = ctx.school
  const { purpose, seen, again, lapsesOn, ...texts } = asked
  const nowMs = ctx.deps.clock.nowMs()
  // Agreeing again to faces is a matter of their own settings, which delete what is not agreed to any more.
  if (purpose === facesPurpose && again === 'everyone')
    throw new AppError('request.invalid', { field: 'newWording.again' })
  if (lapsesOn !== null && lapsesOn < businessDay(nowMs, timeZone, 0))
    throw new AppError('request.invalid', { field: 'newWording.lapsesOn' })
  const current = (await currentWordings(tx, schoolId, true)).find((each) => each.purpose === purpose)
  if (!current) throw new AppError('request.not-found')
  if (current.version !== seen) {
    const repeated = current.version === seen + 1 && (await isSame(tx, schoolId, current.version, asked))
    if (repeated) return current.version
    throw new AppError('settings.changed')
  }
  const version = await publishWording(
    tx,
    schoolId,
    { purpose, isOffered: current.isOffered, ...texts, again, lapsesOn, publishedBy: ctx.session.user.userId },
    toInstant(nowMs),
  )
  await recordAuditEvent(tx, ctx, 'consent-wording-published', { about: purpose, facts: { purpose, version, again } })
  return version
}

/** Returns whether the published version is exactly what is asked for. */
async function isSame(tx: Tx, schoolId: string, version: number, asked: NewConsentWording): Promise<boolean> {
  const of = consentWordings
  const [row] = await tx
    .select()
    .from(of)
    .where(and(eq(of.schoolId, schoolId), eq(of.purpose, asked.purpose), eq(of.version, version)))
  const parts = ({ title, wording, otherwise, again, lapsesOn }: Omit<NewConsentWording, 'purpose' | 'seen'>) =>
    canonicalJson({ title, wording, otherwise, again, lapsesOn })
  return row !== undefined && parts(row) === parts(asked)
}
