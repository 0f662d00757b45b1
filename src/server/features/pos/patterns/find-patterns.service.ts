import { sql } from 'drizzle-orm'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { givenRows } from '#server/kernel/given-rows.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Pattern } from '#shared/pos/patterns/pattern.types.ts'
import { findPatterns } from '#shared/pos/patterns/patterns.rules.ts'
import { settleStockOf } from '../stock/sold-out.service.ts'
import { readPatternRows } from './pattern-rows.service.ts'

/** What tills have sent is looked at within five seconds. */
const everyMs = 3000
/** So many operations of a stream at a time, and no older ones of a stream that was never looked at. */
const opsAtATime = 2000
const firstLookDays = 7

/** Looks for sequences of events in what the tills of all schools have sent, in one round after the other, until it is stopped. */
export function startPatternRounds(deps: Deps, due: DueWork): Running {
  const stock = stockLooks(deps)
  return keepDoingForSchools({
    everyMs,
    kind: 'patterns',
    due,
    work: async (schoolId, isStopping) => {
      // One stream after the other, each in its own transaction.
      while (!isStopping() && (await lookForPatterns(deps, schoolId))) stock.hasChanged(schoolId)
      await stock.look(schoolId)
    },
    onFailure: (error) => deps.log.error(describeFailure(error), 'sequences of events can not be looked for now'),
  })
}

/** The stock follows from the same operations, but is summed at most every quarter of a minute. */
function stockLooks(deps: Deps) {
  const pauseMs = 15_000
  const waiting = new Set<string>()
  const looked = new Map<string, number>()
  return {
    hasChanged: (schoolId: string) => waiting.add(schoolId),
    look: async (schoolId: string) => {
      const nowMs = deps.clock.nowMs()
      if (!waiting.has(schoolId) || nowMs - (looked.get(schoolId) ?? 0) < pauseMs) return
      waiting.delete(schoolId)
      looked.set(schoolId, nowMs)
      await settleStockOf(deps, schoolId)
    },
  }
}

interface Unchecked extends Record<string, unknown> {
  deviceId: string
  installEpoch: string
  stream: string
  from: number
  upTo: number
}

/**
 * Looks at the shifts of one stream that operations have come for. One that cannot be looked at is logged and passed over, so that it
 * does not stand before all others; its shifts are looked at again with their next operation. @returns whether there was one
 */
export async function lookForPatterns(deps: Deps, schoolId: string): Promise<boolean> {
  const [next] = await deps.db.tenant(schoolId, (tx) => uncheckedStreams(tx, schoolId))
  if (!next) return false
  const look = deps.db.tenant(schoolId, async (tx) => {
    const since = toInstant(deps.clock.nowMs() - firstLookDays * 86_400_000)
    for (const shiftId of await touchedShifts(tx, schoolId, next, since)) {
      const rows = await readPatternRows(tx, { schoolId, shiftId })
      if (rows) await enter(tx, { schoolId, shiftId, nowMs: deps.clock.nowMs() }, findPatterns(rows))
    }
    await advance(tx, schoolId, next)
  })
  await look.catch(async (error: unknown) => {
    deps.log.error(describeFailure(error), 'a stream of a till can not be looked at')
    await deps.db.tenant(schoolId, (tx) => advance(tx, schoolId, next))
  })
  return true
}

const advance = (tx: Tx, schoolId: string, { deviceId, installEpoch, stream, upTo }: Unchecked) =>
  tx.execute(sql`
    insert into pattern_checks (school_id, device_id, install_epoch, stream, seq)
    values (${schoolId}, ${deviceId}, ${installEpoch}, ${stream}, ${upTo})
    on conflict (school_id, device_id, install_epoch, stream) do update set seq = excluded.seq`)

/** Streams of tills of which more has come than was looked at. By their names: they are another domain's. */
async function uncheckedStreams(tx: Tx, schoolId: string): Promise<Unchecked[]> {
  const { rows } = await tx.execute<Unchecked>(sql`
    select s.device_id as "deviceId", s.install_epoch as "installEpoch", s.stream, coalesce(c.seq, 0) as "from",
      least(s.last_seq, coalesce(c.seq, 0) + ${opsAtATime})::int as "upTo"
    from sync_streams s left join pattern_checks c on c.school_id = s.school_id and c.device_id = s.device_id
      and c.install_epoch = s.install_epoch and c.stream = s.stream
    where s.school_id = ${schoolId} and s.last_seq > coalesce(c.seq, 0)
      and (s.stream like 'till/%' or s.stream like 'kiosk/%')
    order by s.device_id, s.install_epoch, s.stream limit 1`)
  return rows
}

async function touchedShifts(
  tx: Tx,
  schoolId: string,
  { deviceId, installEpoch, stream, from, upTo }: Unchecked,
  since: string,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct case when kind = 'pos.openShift' then envelope->'body'->>'id'
      else coalesce(envelope->'body'->>'shiftId', envelope->'body'->'refund'->>'shiftId') end as id
    from sync_ops where school_id = ${schoolId} and device_id = ${deviceId} and install_epoch = ${installEpoch}
      and stream = ${stream} and seq > ${from} and seq <= ${upTo} and kind like 'pos.%'
      and outcome = 'applied' and received_at > ${since}::timestamptz`)
  return rows.flatMap(({ id }) => (id === null ? [] : [id])).toSorted()
}

/** Enters what was found, each once: under an id that follows from what it is about. */
async function enter(
  tx: Tx,
  { schoolId, shiftId, nowMs }: { schoolId: string; shiftId: string; nowMs: number },
  patterns: readonly Pattern[],
): Promise<void> {
  if (patterns.length === 0) return
  const rows = patterns.map(({ code, key, subjectId, concerned, facts }) => {
    return { opId: idOf(`${code} ${key}`), code, subjectId, concerned: [...new Set(concerned)], facts }
  })
  const given = givenRows(tx, schoolId, rows)
  await tx.execute(sql`
    insert into pos_exceptions (school_id, op_id, code, subject_id, shift_id, at, concerned, facts)
    select ${given.school}, x."opId", x.code, x."subjectId", ${shiftId}::uuid, ${toInstant(nowMs)}::timestamptz,
      array(select jsonb_array_elements_text(x.concerned)::uuid), x.facts
    from ${given.rows} as x("opId" uuid, code text, "subjectId" uuid, concerned jsonb, facts jsonb)
    on conflict do nothing`)
}

function idOf(text: string): string {
  const h = sha256Hex(text)
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`
}
