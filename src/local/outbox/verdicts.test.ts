import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { Verdict } from '#shared/sync/sync.contract.ts'
import { appenderOf, draftOf, openStore } from '#tests/support/devices/outbox-kit.ts'
import { linkOperation, newStream } from './link.ts'
import { gapsIn, updatesFrom } from './verdicts.ts'

const opOf = (seq: number, stream = 'till/a'): StoredOp =>
  linkOperation({ ...newStream(stream), nextSeq: seq }, draftOf(), appenderOf(openStore()).stamp()).op
const context = { nowMs: 1000, serverMs: 4000, waitMs: (attempts: number) => attempts * 10 }
const op = { ...opOf(1), attempts: 3 }
const changeFor = (verdict: Omit<Verdict, 'opId'>) =>
  updatesFrom([op], [{ opId: op.opId, ...verdict }], context)[0]?.change

describe('what a verdict does to an operation', () => {
  it.each(['applied', 'duplicate'] as const)('%s acknowledges it', (outcome) => {
    const change = changeFor({ outcome, serverVersion: 9 })
    expect(change).toMatchObject({ state: 'acked', ackedAtMs: 4000, serverVersion: 9, attempts: 4, lastError: null })
    expect(changeFor({ outcome })?.serverVersion).toBe(0)
  })

  it('acknowledges for nothing else that a server can say', () => {
    const acked = Verdict.shape.outcome.options.filter((outcome) => changeFor({ outcome })?.state === 'acked')
    expect(acked).toEqual(['applied', 'duplicate'])
  })

  it('waits with a deferred one, and says why', () => {
    const change = changeFor({ outcome: 'deferred', messageId: 'server.failed' })
    expect(change).toMatchObject({ nextAtMs: 1040, lastError: 'server.failed', attempts: 4 })
    expect(change).not.toHaveProperty('state')
    expect(changeFor({ outcome: 'deferred', messageId: 'from.the.future' })?.lastError).toBe('server.busy')
  })

  it('keeps one behind a gap pending and due', () => {
    expect(changeFor({ outcome: 'gap', expectedSeq: 1 })).toEqual({ attempts: 4, lastError: 'sync.gap' })
  })

  it.each([
    ['rejected', 'pos.over-limit', 'pos.over-limit'],
    ['conflict', undefined, 'sync.invalid'],
    ['invalid', undefined, 'sync.invalid'],
    ['id_conflict', undefined, 'sync.id-conflict'],
    ['forbidden', undefined, 'sync.forbidden'],
  ] as const)('%s is for a person', (outcome, messageId, lastError) => {
    const change = changeFor(messageId === undefined ? { outcome } : { outcome, messageId })
    expect(change).toMatchObject({ state: 'attention', lastError, attempts: 4 })
  })

  it('says nothing about what has no verdict', () => {
    expect(updatesFrom([op], [{ opId: 'another', outcome: 'applied' }], context)).toEqual([])
  })
})

it('finds the lowest number that the server waits for, per stream', () => {
  const ops = [opOf(4), opOf(5), opOf(8, 'till/b'), opOf(9)]
  const gap = (i: number, expectedSeq?: number): Verdict => ({
    opId: ops[i]!.opId,
    outcome: 'gap',
    ...(expectedSeq === undefined ? {} : { expectedSeq }),
  })
  const foreign: Verdict = { opId: 'another', outcome: 'gap', expectedSeq: 1 }
  const applied: Verdict = { opId: ops[3]!.opId, outcome: 'applied', expectedSeq: 1 }
  const gaps = gapsIn(ops, [gap(0, 3), gap(1, 2), gap(2, 7), applied, foreign])
  expect([...gaps]).toEqual([
    ['till/a', 2],
    ['till/b', 7],
  ])
  expect(gapsIn(ops, [gap(0)]).size).toBe(0)
})
