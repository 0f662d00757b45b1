/** One way of breaking the product: in `file`, `find` becomes `replace`. `find` must be there exactly once. */
export interface Mutant {
  name: string
  file: string
  find: string
  replace: string
  /** What has to find it: histories of the simulator, or the comparison of the two stores. */
  by: 'sim' | 'stores'
}

const outbox = 'src/local/outbox'

/** Breaks that have cost others money, and a few that only we could make. Types do not matter here: they are stripped. */
export const mutants: readonly Mutant[] = [
  {
    name: 'drops operations on a 401',
    file: `${outbox}/drain.ts`,
    find: `if (exchange.kind !== 'refused') return endOf(exchange)`,
    replace: `if (exchange.kind === 'unproven') await d.store.settle(d.lease, ops.map((op) => ({ opId: op.opId, change: { state: 'acked', ackedAtMs: 0 } })))
    if (exchange.kind !== 'refused') return endOf(exchange)`,
    by: 'sim',
  },
  {
    name: 'takes whatever answers for an answer (a portal’s 200)',
    file: `${outbox}/http-transport.ts`,
    find: `const exchange = judge(answer, batchId)`,
    replace: `const isForeign = answer.status === 200 && answer.headers.get(syncProtocolHeader) === null
    const results = ops.map(({ opId }) => ({ opId, outcome: 'applied' }))
    const reply = { batchId, serverTime: toInstant(sentMs), minProtocol: 1, results, received: {} }
    const exchange = isForeign ? { kind: 'answer', reply } : judge(answer, batchId)`,
    by: 'sim',
  },
  {
    name: 'acknowledges operations that are absent from the answer',
    file: `${outbox}/verdicts.ts`,
    find: `return verdict ? [{ opId: op.opId, change: changeFor(op, verdict, context) }] : []`,
    replace: `return [{ opId: op.opId, change: changeFor(op, verdict ?? { opId: op.opId, outcome: 'applied' }, context) }]`,
    by: 'sim',
  },
  {
    name: 'takes a gap for an acknowledgement',
    file: `${outbox}/verdicts.ts`,
    find: `return { attempts, lastError: 'sync.gap' }`,
    replace: `return { state: 'acked', ackedAtMs: nowMs, attempts }`,
    by: 'sim',
  },
  {
    name: 'gives up after five attempts',
    file: `${outbox}/drain.ts`,
    find: `change: { attempts: op.attempts + 1, nextAtMs: nowMs + backOffMs(op.attempts, random), lastError },`,
    replace: `change: { attempts: op.attempts + 1, state: op.attempts > 4 ? 'acked' : 'pending', nextAtMs: nowMs, lastError },`,
    by: 'sim',
  },
  {
    name: 'uses a number twice',
    file: `${outbox}/link.ts`,
    find: `nextSeq: row.nextSeq + 1`,
    replace: `nextSeq: row.nextSeq + (row.nextSeq % 7 === 0 ? 0 : 1)`,
    by: 'sim',
  },
  {
    name: 'leaves out a number',
    file: `${outbox}/link.ts`,
    find: `nextSeq: row.nextSeq + 1`,
    replace: `nextSeq: row.nextSeq + (row.nextSeq % 7 === 0 ? 2 : 1)`,
    by: 'sim',
  },
  {
    name: 'forgets a link of the chain',
    file: `${outbox}/link.ts`,
    find: `lastHash: hash,`,
    replace: `lastHash: row.nextSeq % 7 === 0 ? row.lastHash : hash,`,
    by: 'sim',
  },
  {
    name: 'does not count batches: the fence stands still',
    file: `${outbox}/drain.ts`,
    find: `counter.no += 1`,
    replace: `counter.no = 1`,
    by: 'sim',
  },
  {
    name: 'declares no holes',
    file: `${outbox}/repair-gap.ts`,
    find: `holes: holes.filter((h) => h.to < edge).slice(0, maxBatchOps)`,
    replace: `holes: []`,
    by: 'sim',
  },
  {
    name: 'does not send again what a restored server lacks',
    file: `${outbox}/repair-gap.ts`,
    find: `if (op.state === 'acked') again`,
    replace: `if (op.state === 'never') again`,
    by: 'sim',
  },
  {
    name: 'prunes at once what was acknowledged',
    file: `${outbox}/known-server.ts`,
    find: `const keepAckedMs = 7 * dayMs`,
    replace: `const keepAckedMs = 0 * dayMs`,
    by: 'sim',
  },
  {
    name: 'prunes what no copy of the server holds',
    file: `${outbox}/known-server.ts`,
    find: `Math.min(weekAgo, server.backedUpThroughMs - clockMarginMs)`,
    replace: `weekAgo`,
    by: 'sim',
  },
  {
    name: 'calls it saved when there is no room',
    file: `${outbox}/append.ts`,
    find: `if (freed) throw new StorageFull('no room on this device', { cause: error })`,
    replace: `if (freed) return linkFrom({ stream, nextSeq: 1, lastHash: '', counters: {}, openCount: 0, openMinor: 0 }, make, appender.stamp()).op`,
    by: 'sim',
  },
  {
    name: 'never takes the lead from a frozen page',
    file: `${outbox}/leadership.ts`,
    find: `isSilent = true`,
    replace: `continue`,
    by: 'sim',
  },
  {
    name: 'waits for ever once a page was robbed of the lead',
    file: `${outbox}/leadership.ts`,
    find: `} catch {
      await l.sleep(heartbeatMs, signal)`,
    replace: `} catch {
      await l.sleep(1e12, signal)`,
    by: 'sim',
  },
  {
    name: 'sets operations aside for a server that is down',
    file: `${outbox}/http-transport.ts`,
    find: `if (status >= 500 || passing.has(status))`,
    replace: `if (passing.has(status))`,
    by: 'sim',
  },
  {
    name: 'runs the effect of a repeated operation again',
    file: 'tests/sim/model-intake.ts',
    find: `if (stored) return stored.hash === op.hash ? repeated(op.opId, stored) : idConflict(intake, item)`,
    replace: `if (stored && command) applyTo(state.ledger, op.opId, command)
  if (stored) return repeated(op.opId, stored)`,
    by: 'sim',
  },
  {
    name: 'counts a refund twice: in the snapshot and beside it',
    file: 'src/local/pos/overlay.ts',
    find: `if (isReflected(op, contained) ||`,
    replace: `if ((!refundIn(op) && isReflected(op, contained)) ||`,
    by: 'sim',
  },
  {
    name: 'counts a top-up twice: in the snapshot and beside it',
    file: 'src/local/pos/overlay.ts',
    find: `if (isReflected(op, contained) ||`,
    replace: `if ((op.kind !== 'pos.topUp' && isReflected(op, contained)) ||`,
    by: 'sim',
  },
  {
    name: 'drops top-ups from the expected cash',
    file: 'src/shared/pos/shift-report.rules.ts',
    find: `cashTaken, topUps.amount, ...rows.movements`,
    replace: `cashTaken, ...rows.movements`,
    by: 'sim',
  },
  {
    name: 'tells nobody of a lost life',
    file: 'tests/sim/model-server.ts',
    find: `if (from < nextSeq) alertAbout(state, 'lost-operations', { deviceId, head, from, to: nextSeq - 1 })`,
    replace: ``,
    by: 'sim',
  },
  {
    name: 'drops refunds from the expected cash',
    file: 'src/shared/pos/shift-report.rules.ts',
    find: `subtract(sum(drawer), refunds.cash)`,
    replace: `sum(drawer)`,
    by: 'sim',
  },
  {
    name: 'ignores spending rules at self-service',
    file: 'src/local/pos/spending/judge-cart.ts',
    find: `own: readable(SpendingRule, customer?.rules),`,
    replace: `own: [],`,
    by: 'sim',
  },
  {
    name: 'ignores the law’s list of food at self-service',
    file: 'src/local/pos/spending/judge-cart.ts',
    find: `school: school && { pack: school.pack,`,
    replace: `school: school && { pack: null,`,
    by: 'sim',
  },
  {
    name: 'lets an approval serve twice',
    file: 'src/local/pos/approved-acts.ts',
    find: `approval?.id === id ||`,
    replace: ``,
    by: 'sim',
  },
  {
    name: 'takes for sent what was only read ahead',
    file: `${outbox}/drain.ts`,
    find: `const after = await ahead`,
    replace: `const after = await ahead
      if (after) await d.store.settle(d.lease, after.ops.map(({ opId }) => ({ opId, change: { state: 'acked', ackedAtMs: 0 } })))`,
    by: 'sim',
  },
  {
    name: 'writes verdicts after the lead is lost',
    file: `${outbox}/indexed-db/settle-natively.ts`,
    find: `if ((row?.value ?? 0) !== lease) throw new LeaseLost()`,
    replace: ``,
    by: 'stores',
  },
  {
    name: 'forgets to count what is no longer unsent',
    file: `${outbox}/indexed-db/settle-natively.ts`,
    find: `counted.openCount += step`,
    replace: `counted.openCount += 0`,
    by: 'stores',
  },
  {
    name: 'reads again what is on its way',
    file: `${outbox}/indexed-db/dexie-outbox-store.ts`,
    find: `sent.findLast((op) => op.stream === stream)?.seq ?? 0`,
    replace: `0`,
    by: 'stores',
  },
  {
    name: 'calls it saved before the disk has it',
    file: `${outbox}/indexed-db/native-transaction.ts`,
    find: `result = await work(transaction)`,
    replace: `resolve((result = await work(transaction)))`,
    by: 'stores',
  },
  {
    name: 'checks no lease',
    file: `${outbox}/indexed-db/dexie-outbox-store.ts`,
    find: `if ((await leaseOf(db)) !== lease) throw new LeaseLost()`,
    replace: `await leaseOf(db)`,
    by: 'stores',
  },
  {
    name: 'hides from the chip what needs attention',
    file: `${outbox}/indexed-db/outbox-figures.ts`,
    find: `counts.attention += attention`,
    replace: `counts.attention += 0`,
    by: 'stores',
  },
  {
    name: 'prunes what belongs to the open shift',
    file: `${outbox}/indexed-db/dexie-outbox-store.ts`,
    find: `.filter((op) => (op.ackedAtMs ?? Infinity) < ackedBeforeMs && !isKept(op))`,
    replace: `.filter((op) => (op.ackedAtMs ?? Infinity) < ackedBeforeMs)`,
    by: 'stores',
  },
  {
    name: 'lets the clock, set back, hold operations for ever',
    file: `${outbox}/indexed-db/dexie-outbox-store.ts`,
    find: `if (waitMs > 0 && waitMs <= maxWaitMs) break`,
    replace: `if (waitMs > 0) break`,
    by: 'stores',
  },
]
