import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DeviceId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { type PushReply, pushOps, type Verdict } from '#shared/sync/sync.contract.ts'
import { openModelServer } from '#tests/sim/model-server.ts'
import { type RawBatch, rawBatches, requestsOf } from '#tests/sim/raw-batches.ts'
import { openRealServer } from '#tests/sim/real-server.ts'
import { simStartMs } from '#tests/sim/world/sim-device.ts'
import type { SimServer, Truth } from '#tests/sim/world/sim-server.ts'
import { openSimTime } from '#tests/sim/world/sim-time.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { type Box, openBox } from '#tests/support/server.ts'

let box: Box
beforeAll(async () => {
  box = await openBox('pglite')
})
afterAll(() => box.close())

/** Flags about the envelope; those about business are the real server's alone. */
const envelopeFlags = ['broken-chain', 'clock-skew', 'late']
const comparable = ({ flags, ...verdict }: Verdict) => ({
  ...verdict,
  flags: flags?.filter((flag) => envelopeFlags.includes(flag)).sort(),
})

async function repliesOf(server: SimServer, deviceId: DeviceId, requests: readonly string[]) {
  const replies: unknown[] = []
  for (const text of requests) {
    const answer = await server.handle({ deviceId, signedAtMs: simStartMs }, pushOps.path, text)
    const body = JSON.parse(answer.text) as Partial<PushReply> & { messageId?: string }
    const told = body.results ? { ...body, results: body.results.map(comparable) } : body.messageId
    replies.push([answer.status, answer.headers['x-sync-protocol'], told])
  }
  return replies
}

const contents = ({ ops, balances, alerts }: Truth, own: readonly string[]) => ({
  ops: [...ops.values()]
    .map(({ opId, hash, stream, seq, installEpoch, outcome, actorId }) => [
      opId,
      hash,
      stream,
      seq,
      installEpoch,
      outcome,
      actorId,
    ])
    .sort(([a], [b]) => String(a).localeCompare(String(b))),
  balances: own.map((id) => balances.get(id)),
  alerts: alerts.map(({ kind, count }) => `${kind} ${count}`).sort(),
})

it('has a model that says and stores what the real server does, whatever it is sent', {
  timeout: 300_000,
}, async () => {
  const random = seededRandom(5)
  await fc.assert(
    fc.asyncProperty(rawBatches, async (batches: RawBatch[]) => {
      const deviceId = DeviceId.parse(uuidv7(simStartMs, random))
      const real = (await openRealServer(box))(openSimTime(1))
      const model = openModelServer(() => simStartMs)
      for (const server of [real, model]) await server.pair(deviceId, undefined)
      const requests = requestsOf(batches, deviceId)
      expect(await repliesOf(model, deviceId, requests)).toEqual(await repliesOf(real, deviceId, requests))
      const truth = model.truth()
      const own = [...truth.balances.keys()]
      expect(contents(truth, own)).toEqual(contents(await real.truth(), own))
    }),
    { numRuns: 30 },
  )
})
