import { lookForPatterns } from '#server/features/pos/patterns/find-patterns.service.ts'
import { pullPage } from '#server/features/pos/snapshot/snapshot.service.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { accountStatement } from '#shared/pos/pupil-account.contract.ts'
import type { SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import type { SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { changeAccountRules } from '#shared/pos/spending/spending-edit.contract.ts'
import { type Figure, percentile, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { boxOver } from '#tests/bench/ingest/ingest-server.ts'
import { releaseAtEnd } from '#tests/bench/resources.ts'
import { hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'

const full = { pupils: 1000, sales: 400, rounds: 20 }
const tiny = { pupils: 10, sales: 8, rounds: 2 }

/**
 * What follows a sale or a parent's word, in a shift of 400 sales and a school of 1,000 pupils, on PostgreSQL: how soon a family reads
 * it, exceptions are found, and a till has a new rule. A till sends at once and asks every minute, and exceptions are looked for every
 * three seconds; what is measured here is the work that comes on top.
 */
export async function benchAfterSync(isSmoke: boolean): Promise<Figure[]> {
  const { pupils, sales, rounds } = isSmoke ? tiny : full
  const cluster = await startPostgres({ durable: true })
  releaseAtEnd(() => cluster.stop())
  const database = await openDatabase({ dataDir: '', databaseUrl: cluster.urlOf('postgres') })
  releaseAtEnd(() => database.close())
  const box = boxOver(database)
  const canteen = await openCanteen(box, 'bench', { people: pupils })
  const mona = await signInAs(box, canteen.school, 'mona', ['supervisor', 'admin'])
  const till = new TillOps(await pairDevice(canteen))
  const push = (...ops: unknown[]) => hand(till.device, till.batch(ops))
  await push(till.openShift())
  const customerId = CustomerId.parse(canteen.customers[0])
  for (let n = 0; n < sales; n += 1) {
    const of = canteen.customers[n % canteen.customers.length]
    await push(till.sale(of ? { pay: [{ kind: 'account', customerId: of }] } : {}))
  }
  await lookAll(box, canteen.school.schoolId)
  const times = async (act: () => Promise<unknown>): Promise<number[]> => {
    const all: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = performance.now()
      await act()
      all.push(performance.now() - before)
    }
    return all
  }
  const sell = () => push(till.sale({ pay: [{ kind: 'account', customerId }] }))
  const sold = await times(sell)
  const figure = (name: string, values: readonly number[], limit: number) =>
    toFigure({
      name: `${name}, p95`,
      unit: 'ms',
      yardstickName: 'the same sale sent and applied',
      values: [percentile(values, 0.95)],
      yardsticks: [percentile(sold, 0.95)],
      goal: valueAtMost(limit),
    })
  const read = await times(async () => {
    await sell()
    await call(box.app, mona, accountStatement, { customerId })
  })
  const found = await times(async () => {
    await sell()
    await lookAll(box, canteen.school.schoolId)
  })
  await pullAll(till)
  const ruled = await times(() => ruleToTill(box, mona, till, customerId))
  return [
    figure('a sale sent and read in its account', read, 2000),
    figure(`a sale sent and looked at for exceptions among ${sales}`, found, 2000),
    figure('a rule set and pulled by a till', ruled, 2000),
  ]
}

async function lookAll(box: Box, schoolId: string): Promise<void> {
  while (await lookForPatterns(box.deps, schoolId)) {
    // One stream after the other.
  }
}

let rulesSeen: SpendingRule[] = []
let cursors: SnapshotPage['cursors'] = {}

/** What the till has from its first minute on. */
async function pullAll(till: TillOps): Promise<void> {
  for (let isMore = true; isMore; ) {
    const page = await pullPage(till.device.ctx, { installEpoch: till.installEpoch, cursors })
    cursors = page.cursors
    isMore = page.more
  }
}

/** A parent's rule is set, and the till asks for what is new. */
async function ruleToTill(box: Box, by: Caller, till: TillOps, customerId: CustomerId): Promise<void> {
  const id = crypto.randomUUID()
  const target = till.device.canteen.items[0]?.id ?? ''
  const spendingRules: SpendingRule[] = [{ id, source: 'parent', terms: { kind: 'no-item', target } }]
  const set = await call(box.app, by, changeAccountRules, {
    customerId,
    ruleSource: 'parent',
    rulesSeen,
    spendingRules,
  })
  if (set.status !== 200) throw new Error('the rule was not set')
  rulesSeen = spendingRules
  const page = await pullPage(till.device.ctx, { installEpoch: till.installEpoch, cursors })
  cursors = page.cursors
  const row = page.customers.find((each) => each.id === customerId)
  if (!JSON.stringify(row?.rules ?? null).includes(id)) throw new Error('the till has not pulled the rule')
}
