import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import {
  countOlderValues,
  countUnsettled,
  encryptedColumns,
  exchangeKeys,
  settleKeys,
} from '#server/features/overview/keys/exchange-keys.service.ts'
import { sealSecret } from '#server/features/programs/webhooks/webhook-secret.ts'
import { totpFactors } from '#server/features/identity/second-factor/second-factor.table.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { openKeyRing } from '#server/kernel/keys/key-ring.ts'
import { decryptSecret, encryptSecret } from '#server/kernel/keys/secrets.ts'
import { faceSettings } from '#shared/faces/face-settings.contract.ts'
import { readServerStatus, ServerStatus } from '#shared/overview/server-status.contract.ts'
import { engines } from '#tests/support/database.ts'
import {
  agreeToFace,
  decideOp,
  enrol,
  type FaceSchool,
  faceOf,
  openFaceSchool,
  pullPage,
  push,
} from '#tests/support/faces/face-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const oldKey = Uint8Array.from({ length: 32 }, (_, at) => at + 1)
const newKey = Uint8Array.from({ length: 32 }, (_, at) => 200 - at)
const otherKey = new Uint8Array(32).fill(3)
const ringOf = (...keys: Uint8Array<ArrayBuffer>[]) => openKeyRing(keys) ?? expect.fail('no key')

describe.each(engines)('OPS-46 the key of faces and secrets is exchanged in service on %s', (engine) => {
  let box: Box
  let at: FaceSchool
  let view = 20
  const person = (n: number) => at.canteen.customers[n] ?? expect.fail('nobody')
  const { newest } = ringOf(newKey)

  /** The server starts again with these keys. */
  const restart = (...keys: Uint8Array<ArrayBuffer>[]) => {
    box.deps.keyRing = openKeyRing(keys)
    box.app = createApp(box.deps)
  }
  /** What the server makes of two people who each say that they are the first pupil: it knows the first one only. */
  const recognised = async () => {
    const flags = []
    for (const seed of [1, 2]) {
      view += 1
      const [probe = null] = faceOf(seed, 1, 0.12, view)
      flags.push((await push(at, await decideOp(box, at, probe)))[0]?.flags)
    }
    return flags
  }
  const known = [[], ['face-not-confirmed']]
  const stored = async () => {
    const { rows } = await box.db.owner.execute<{ value: string }>(
      sql.join(
        encryptedColumns.map(
          ({ table, column }) =>
            sql`select ${sql.identifier(column)} as value from ${sql.identifier(table)} where ${sql.identifier(column)} is not null`,
        ),
        sql` union all `,
      ),
    )
    return rows.map(({ value }) => value)
  }
  const byNewest = async () => (await stored()).filter((value) => value.startsWith(`${newest.id}.`)).length
  const { schoolId, userId } = {
    schoolId: () => at.canteen.school.schoolId,
    userId: '018f0000-0000-7000-8000-000000000001',
  }
  const totpPlace = (deps: Deps) =>
    ({
      keyRing: deps.keyRing ?? expect.fail('no key'),
      purpose: 'bawaba-second-factors-1',
      schoolId: schoolId(),
      of: `totp ${userId}`,
    }) as const

  beforeAll(async () => {
    box = await openBox(engine)
    at = await openFaceSchool(box, 'alnoor', 6)
    for (const n of [0, 1, 2, 3, 4]) await agreeToFace(box, at, person(n))
    for (const n of [0, 1, 2, 3]) await enrol(box, at, person(n), { templates: faceOf(n + 1) })
    const secret = await encryptSecret({ ...totpPlace(box.deps), random: box.deps.random }, 'of an app')
    await box.db.owner.insert(totpFactors).values({
      schoolId: schoolId(),
      userId: userId as never,
      secret,
      createdAt: '2030-03-03T06:00:00.000Z',
      lastStep: 0,
    })
  })
  afterAll(() => box.close())

  it('names no key while there is one only, so that the release before could still read it', async () => {
    expect((await stored()).filter((value) => value.includes('.'))).toEqual([])
    expect(await recognised()).toEqual(known)
  })

  it('says at the start in one sentence that a key is missing or another one, and nothing is lost', async () => {
    const before = (await stored()).toSorted()
    for (const keys of [[], [otherKey]]) {
      restart(...keys)
      await exchangeKeys(box.deps, schoolId())
      expect(await countOlderValues(box.deps, schoolId())).toMatchObject({ lost: before.length + 1 })
      const { body } = await call(box.app, at.admin, faceSettings)
      expect(body).toMatchObject({ settings: { key: keys.length === 0 ? 'missing' : 'other' } })
    }
    restart(otherKey, newKey)
    await exchangeKeys(box.deps, schoolId())
    expect((await stored()).toSorted()).toEqual(before)
    restart(oldKey)
    expect(await countOlderValues(box.deps, schoolId())).toEqual({ older: 0, lost: 0 })
    expect(await recognised()).toEqual(known)
  })

  it('recognises everybody at every moment, also when it is killed in the middle and taken up again', async () => {
    const held = await pullPage(box, at.device)
    restart(newKey, oldKey)
    expect(await recognised()).toEqual(known)
    expect(await countOlderValues(box.deps, schoolId())).toMatchObject({ older: (await stored()).length + 1, lost: 0 })

    // Killed after each part in turn, a row at a time; every start goes on where the last one ended.
    const reached = []
    for (let parts = 1; (await countOlderValues(box.deps, schoolId())).older > 0 && parts < 30; parts += 1) {
      let left = 3
      await exchangeKeys(box.deps, schoolId(), () => (left -= 1) < 0, 1)
      restart(newKey, oldKey)
      reached.push(await byNewest())
      expect(await recognised()).toEqual(known)
      if (parts === 10) break
    }
    expect(reached.slice(0, 3)).toEqual(reached.slice(0, 3).toSorted((a, b) => a - b))
    // Somebody is registered in the middle of it.
    await enrol(box, at, person(4), { templates: faceOf(5) })
    await exchangeKeys(box.deps, schoolId())
    expect(await byNewest()).toBe((await stored()).length)
    expect(await countOlderValues(box.deps, schoolId())).toEqual({ older: 0, lost: 0 })
    // No device fetches anything again for it: its copy fits as it is.
    const page = await pullPage(box, at.device, { cursors: held.cursors })
    expect([page.settings.rotation, page.people.map(({ customerId }) => customerId)]).toEqual([
      held.settings.rotation,
      [person(4)],
    ])
  })

  it('needs the new key alone from then on, and refuses a face that was used before', async () => {
    restart(newKey)
    expect(await recognised()).toEqual(known)
    expect(await countOlderValues(box.deps, schoolId())).toEqual({ older: 0, lost: 0 })
    expect((await call(box.app, at.admin, faceSettings)).body).toMatchObject({ settings: { key: 'ready', people: 5 } })
    expect(
      await decryptSecret(totpPlace(box.deps), (await box.db.owner.select().from(totpFactors))[0]?.secret ?? ''),
    ).toBe('of an app')
    restart(oldKey)
    expect((await call(box.app, at.admin, faceSettings)).body).toMatchObject({ settings: { key: 'other' } })
    restart(otherKey, newKey)
    await exchangeKeys(box.deps, schoolId())
    restart(otherKey)
    expect(await recognised()).toEqual(known)
  })

  it('OPS-46 shows on the status page how much still needs an older key', async () => {
    restart(newKey, otherKey)
    const status = async () => ServerStatus.parse((await call(box.app, at.admin, readServerStatus)).body['status']).keys
    expect(await status()).toEqual({ count: 2, older: expect.any(Number), lost: 0, schools: 1 })
    expect((await status()).older).toBeGreaterThan(0)
    await settleKeys(box.deps, schoolId())
    expect(await status()).toEqual({ count: 2, older: 0, lost: 0, schools: 0 })
    // Another order of the same keys is another exchange, also where nothing is left of the older one.
    restart(otherKey, newKey)
    expect(await countUnsettled(box.deps)).toBe(1)
    restart(newKey, otherKey)
    expect(await sealSecret(box.deps, { schoolId: schoolId(), webhookId: 'w' }, 's')).toMatch(
      new RegExp(`^${newest.id}[.]`),
    )
  })
})
