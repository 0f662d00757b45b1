import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countOlderValues } from '#server/features/overview/keys/exchange-keys.service.ts'
import { deliverWebhooks } from '#server/features/programs/webhooks/deliver-webhooks.service.ts'
import { tellPrograms } from '#server/features/programs/webhooks/tell-programs.service.ts'
import { beginGeneration } from '#server/features/sync/installation/installation.service.ts'
import { databaseOver } from '#server/kernel/db.ts'
import type { WebhookCall } from '#server/kernel/deps.ts'
import { type JournalFile, openJournalFile } from '#server/node/copies/journal-file.ts'
import { feeGateways, setFeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import {
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  saveWebhook,
  testWebhook,
  type Webhook,
} from '#shared/programs/webhook.contract.ts'
import { createTestDatabase, engines } from '#tests/support/database.ts'
import { copyDatabase } from '#tests/support/devices/database-copy.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { gatewayInput } from '#tests/support/fees/online-fees.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, boxOver, type Caller, call } from '#tests/support/server.ts'

const url = 'https://other.example/told'

/** Verifies a message as a program does that was written by the standard. */
function isSignedBy(secret: string, { headers, body }: WebhookCall): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

describe.each(engines)('OPS-18 secrets that were replaced since the copy that %s is restored from', (engine) => {
  let folder: string
  let journal: JournalFile
  let box: Box
  let alnoor: TestSchool
  let people = 0
  let told: WebhookCall[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'journal-'))
    journal = openJournalFile(join(folder, 'journal.ndjson'), {
      error: (fields) => expect.fail(JSON.stringify(fields)),
    })
    const db = await createTestDatabase(engine)
    box = boxOver({ ...db, database: databaseOver(db.owner, { kind: engine, close: db.close, journal }) })
    box.deps.journal = journal
    box.deps.webhooks = {
      isLocalAllowed: false,
      send: async (message) => {
        told.push(message)
        return { status: 200 }
      },
    }
    box.deps.gateways = { call: () => Promise.reject(new Error('nobody is asked')), simulatedUrl: 'http://127.0.0.1:1' }
    alnoor = await makeSchool(box, 'alnoor')
  })
  beforeEach(() => {
    told = []
  })
  afterAll(async () => {
    await box.close()
    await journal.close()
    await rm(folder, { recursive: true })
  })

  const somebody = async (...roles: Parameters<typeof signInAs>[3]) => {
    people += 1
    return signInAs(box, alnoor, `person${people}`, roles)
  }
  const startRestored = async (restore: () => Promise<void>) => {
    await journal.close()
    await restore()
    box.clock.advance(60_000)
    await beginGeneration(box.deps, { cause: 'restore', dataAsOf: null })
    box.deps.installation.forget()
    await box.deps.settleRestored(box.deps)
  }
  const save = (by: Caller, change: object) =>
    call(box.app, by, saveWebhook, {
      webhookUrl: url,
      events: ['student.left'],
      isPaused: false,
      revision: 0,
      ...change,
    })
  const make = async (by: Caller) => {
    const { status, body } = await save(by, { opId: crypto.randomUUID() })
    expect(status).toBe(200)
    return saveWebhook.reply.parse(body)
  }
  const renew = async (by: Caller, { id, revision }: Webhook) => {
    const { status, body } = await call(box.app, by, renewWebhookSecret, { id, revision })
    expect(status).toBe(200)
    return renewWebhookSecret.reply.parse(body)
  }
  const found = async (by: Caller, { id }: Webhook) =>
    listWebhooks.reply.parse((await call(box.app, by, listWebhooks)).body).webhooks.find((each) => each.id === id)
  const happens = async () => {
    const { schoolId } = alnoor
    const telling = { schoolId, nowMs: box.clock.nowMs(), random: box.deps.random }
    await box.db.database.tenant(schoolId, (tx) =>
      tellPrograms(tx, telling, 'student.left', { student_id: uuidv7(box.clock.nowMs(), box.deps.random) }),
    )
    await deliverWebhooks(box.deps, schoolId, () => false)
    return told.splice(0)
  }

  it('a webhook signs by none of the secrets that came back: it is paused until its secret is renewed', async () => {
    const it1 = await somebody('it')
    const [rotated, kept] = [await make(it1), await make(it1)]
    expect((await happens()).filter((each) => isSignedBy(rotated.secret ?? '', each))).toHaveLength(1)
    const restore = await copyDatabase(box.db.owner)
    box.clock.advance(1000)
    const renewed = await renew(it1, rotated.webhook)
    await startRestored(restore)

    const it2 = await somebody('it')
    const webhook = await found(it2, rotated.webhook)
    expect(webhook).toMatchObject({ isPaused: true, lacksSecret: true, oldSecretUntil: null })
    expect(await found(it2, kept.webhook)).toMatchObject({ isPaused: false, lacksSecret: false })
    const [message, ...more] = await happens()
    expect([more.length, message && isSignedBy(kept.secret ?? '', message)]).toEqual([0, true])

    // Nobody sets it going again with the secret of the copy, nor without one.
    const { revision = 0, id = '' } = webhook ?? {}
    expect((await save(it2, { opId: id, revision })).body.messageId).toBe('programs.secret-lacking')
    expect((await call(box.app, it2, testWebhook, { id })).body.messageId).toBe('programs.secret-lacking')
    const again = await renew(it2, { ...rotated.webhook, revision })
    expect(again.webhook).toMatchObject({ isPaused: true, lacksSecret: false, oldSecretUntil: null })
    expect((await save(it2, { opId: id, revision: again.webhook.revision })).status).toBe(200)
    const sent = (await happens()).filter((each) => isSignedBy(again.secret, each))
    expect(sent).toHaveLength(1)
    for (const old of [rotated.secret ?? '', renewed.secret])
      expect(sent.map((each) => isSignedBy(old, each))).toEqual([false])
    const lines = await readFile(join(folder, 'journal.ndjson'), 'utf8')
    expect(lines).toContain('webhook-secret-rotated')
    expect(lines).not.toMatch(/whsec|example/)
    const { rows } = await box.db.owner.execute(sql`
      select by_user as "byUser" from audit_events where what = 'webhook-secret-rotated' and record_id = ${id} order by at`)
    expect(rows).toMatchObject([{ byUser: null }, { byUser: expect.any(String) }])
  })

  it('a change made after the renewal does not set it going', async () => {
    const it1 = await somebody('it')
    const made = await make(it1)
    const restore = await copyDatabase(box.db.owner)
    box.clock.advance(1000)
    const { webhook } = await renew(it1, made.webhook)
    box.clock.advance(1000)
    expect((await save(it1, { opId: webhook.id, revision: webhook.revision })).status).toBe(200)
    await startRestored(restore)
    const it2 = await somebody('it')
    expect(await found(it2, webhook)).toMatchObject({ isPaused: true, lacksSecret: true })
    // A secret that was taken away is not one that waits for a newer key.
    const removed = await make(it2)
    await call(box.app, it2, removeWebhook, { id: removed.webhook.id })
    expect(await countOlderValues(box.deps, alnoor.schoolId)).toEqual({ older: 0, lost: 0 })
  })

  it('a payment gateway that was changed or switched off is off until somebody has looked at it', async () => {
    const finance = await somebody('finance')
    const stateOf = async (by: Caller) => {
      const { gateways } = feeGateways.reply.parse((await call(box.app, by, feeGateways)).body)
      return gateways.find(({ gateway }) => gateway === 'simulated')
    }
    expect((await call(box.app, finance, setFeeGateway, gatewayInput)).status).toBe(200)
    const restore = await copyDatabase(box.db.owner)
    box.clock.advance(1000)
    await startRestored(restore)
    const unchanged = await somebody('finance')
    expect(await stateOf(unchanged)).toMatchObject({ isEnabled: true, revision: 1 })

    box.clock.advance(1000)
    const change = { ...gatewayInput, apiKey: 'sk_test_another_key', merchant: 'school-2', revision: 1 }
    expect((await call(box.app, unchanged, setFeeGateway, change)).status).toBe(200)
    await startRestored(restore)
    const after = await somebody('finance')
    const off = await stateOf(after)
    expect(off).toMatchObject({ isEnabled: false, merchant: 'school-1', revision: 2 })
    expect((await call(box.app, after, setFeeGateway, { ...change, revision: 2 })).status).toBe(200)
    expect(await stateOf(after)).toMatchObject({ isEnabled: true, merchant: 'school-2' })
    expect(await readFile(join(folder, 'journal.ndjson'), 'utf8')).not.toMatch(/sk_test|school-[12]/)
  })
})
