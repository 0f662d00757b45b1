import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandHandlers } from '#server/commands.ts'
import type { CommandHandler } from '#server/features/sync/ingest/command.service.ts'
import type { CommandKind } from '#shared/sync/command-kinds.ts'
import type { Operation } from '#shared/sync/sync.contract.ts'
import { type Engine, engines } from '#tests/support/database.ts'
import { hand } from '#tests/support/pos/canteen.ts'
import { lateOps, openSummedSchool, type SummedSchool } from '#tests/support/pos/summed-school.ts'
import { type Box, openBox } from '#tests/support/server.ts'

let box: Box
let school: SummedSchool
let made = 0

/** A school with a day that is to be summed, since something has come for it. */
function open(engine: Engine) {
  beforeAll(async () => {
    box = await openBox(engine)
  })
  beforeEach(async () => {
    made += 1
    school = await openSummedSchool(box, `school${made}`)
    await school.push(school.till.moveCash('no-sale', 0))
  })
  afterAll(() => box.close())
}

describe.each(engines)('a document that is not committed yet when its day is summed, on %s', (engine) => {
  open(engine)

  it.each(lateOps)('%s is waited for', async (kind, make) => {
    const sending = await sendHeld(kind, make(school))
    const summing = school.sumAll()
    await untilSomebodyWaits(engine, summing)
    await sending.letGo()
    await summing
    await school.report()
  })
})

describe.each(engines.filter((engine) => engine === 'postgres'))(
  'a document that comes while its day is summed, on %s',
  (engine) => {
    open(engine)

    it.each(lateOps)('%s keeps that day from being summed', async (kind, make) => {
      const { firstDay } = school
      const op = make(school)
      const gate = await holdSums()
      const summing = school.sumAll()
      await untilSomebodyWaits(engine, summing)
      expect(await school.begunDays()).toContainEqual({ day: firstDay, isSummed: false })
      const sending = await sendHeld(kind, op)
      // The documents are read without it, and the day must not be marked.
      await gate.letGo()
      await untilSomebodyWaits(engine, summing)
      await sending.letGo()
      await summing
      await school.report()
      await school.sumAll()
      expect((await school.report()).days).toContain(firstDay)
    })
  },
)

/** Sends an operation whose transaction stays open after its effect until it is let go; it is applied then. */
async function sendHeld(kind: CommandKind, op: Operation) {
  const written = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const hold = <B>({ inRuns, apply }: CommandHandler<B>): CommandHandler<B> => ({
    inRuns,
    apply: async (...of) => {
      const effects = await apply(...of)
      written.resolve()
      await gate.promise
      return effects
    },
  })
  const handlers = { ...commandHandlers, [kind]: hold(commandHandlers[kind] as CommandHandler<unknown>) }
  const { till } = school
  const sent = hand(till.device, till.batch([op]), handlers)
  await written.promise
  return {
    letGo: async () => {
      gate.resolve()
      expect((await sent).results.map(({ outcome }) => outcome)).toEqual(['applied'])
    },
  }
}

/** Keeps the sums of the school from being written until it is let go. */
async function holdSums() {
  const taken = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const { schoolId } = school.canteen.school
  const holding = box.db.database.tenant(schoolId, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sums by day of ${schoolId}`}, 0))`)
    taken.resolve()
    await gate.promise
  })
  await taken.promise
  return {
    letGo: () => {
      gate.resolve()
      return holding
    },
  }
}

/** Until somebody waits for a lock, or `over`. The embedded engine has one connection, so there nobody can. */
async function untilSomebodyWaits(engine: Engine, over: Promise<unknown>): Promise<void> {
  let isOver = engine === 'pglite'
  void over.finally(() => (isOver = true)).catch(() => undefined)
  while (!isOver) {
    const { rows } = await box.db.owner.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (rows.length > 0) return
  }
}
