import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resetProviderFactor, setProvider } from '#server/features/identity/provider/provider-account.service.ts'
import { catchUpJournal } from '#server/features/retention/restore/catch-up-journal.service.ts'
import { beginGeneration } from '#server/features/sync/installation/installation.service.ts'
import { databaseOver } from '#server/kernel/db.ts'
import type { JournalEntry } from '#server/kernel/journal.ts'
import { type JournalFile, openJournalFile } from '#server/node/copies/journal-file.ts'
import { endCalendarLink, makeCalendarLink } from '#shared/admissions/calendar-link.contract.ts'
import { passkeyAdd, passkeyBegin, passkeyRemove } from '#shared/identity/passkey.contract.ts'
import {
  recoveryCodesRenew,
  secondFactorReset,
  signInByFactor,
  totpOff,
} from '#shared/identity/second-factor.contract.ts'
import { signInSettingsRead } from '#shared/identity/sign-in-settings.contract.ts'
import { login, SecondFactorAsked } from '#shared/identity/sign-in.contract.ts'
import { listWebhooks, removeWebhook, saveWebhook, type Webhook } from '#shared/programs/webhook.contract.ts'
import { appCode, proveProvider, setUpApp, setUpProvider } from '#tests/support/checks/second-factor-kit.ts'
import { softPasskey } from '#tests/support/checks/soft-passkey.ts'
import { createTestDatabase, engines } from '#tests/support/database.ts'
import { copyDatabase } from '#tests/support/devices/database-copy.ts'
import { makeSchool, password, type TestSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, boxOver, type Caller, call, send } from '#tests/support/server.ts'

describe.each(engines)(
  'OPS-18 codes and addresses that were ended since the copy that %s is restored from',
  (engine) => {
    let folder: string
    let journal: JournalFile
    let box: Box
    let alnoor: TestSchool
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'journal-'))
      journal = openJournalFile(join(folder, 'journal.ndjson'), {
        error: (fields) => expect.fail(JSON.stringify(fields)),
      })
      const db = await createTestDatabase(engine)
      box = boxOver({ ...db, database: databaseOver(db.owner, { kind: engine, close: db.close, journal }) })
      box.deps.journal = journal
      alnoor = await makeSchool(box, 'alnoor')
    })
    afterAll(async () => {
      await box.close()
      await journal.close()
      await rm(folder, { recursive: true })
    })

    const school = 'alnoor'
    const signInBy = async (userName: string, code: string) => {
      const { body } = await call(box.app, { school }, login, { userName, password })
      const { ticket } = SecondFactorAsked.parse(body).secondFactor
      return (await call(box.app, { school }, signInByFactor, { ticket, code })).status
    }
    const makeLink = async (by: Caller) => {
      const { status, body } = await call(box.app, by, makeCalendarLink, { language: 'en' })
      expect(status).toBe(200)
      return new URL(String(body.url)).pathname
    }
    const opens = async (path: string) => (await send(box.app, { school }, 'get', path)).status === 200
    const makeWebhook = async (by: Caller) => {
      const asked = { opId: crypto.randomUUID(), webhookUrl: 'https://other.example/told', events: ['student.left'] }
      const { status, body } = await call(box.app, by, saveWebhook, { ...asked, isPaused: false, revision: 0 })
      expect([status, body]).toMatchObject([200, { webhook: { isPaused: false } }])
      return (body as { webhook: Webhook }).webhook.id
    }
    const changeWebhook = async (by: Caller, change: object) => {
      const { status } = await call(box.app, by, saveWebhook, { ...change, revision: 1 })
      expect(status).toBe(200)
    }
    const addKey = async (by: Caller) => {
      const { body: settings } = await call(
        box.app,
        await signInAs(box, alnoor, 'salma', ['admin']),
        signInSettingsRead,
      )
      const { origin, hostname: host } = new URL(String(settings.redirectUri))
      const key = softPasskey({ origin, host })
      const { ticket, options } = passkeyBegin.reply.parse((await call(box.app, by, passkeyBegin, { host })).body)
      const added = await call(box.app, by, passkeyAdd, { ticket, passkeyName: 'Laptop', answer: key.make(options) })
      expect(added.status).toBe(200)
      return key
    }
    /** Puts the copy back, as the start of a restored server does. */
    const startRestored = async (restore: () => Promise<void>) => {
      await journal.close()
      await restore()
      box.clock.advance(60_000)
      await beginGeneration(box.deps, { cause: 'restore', dataAsOf: null })
      box.deps.installation.forget()
      await box.deps.settleRestored(box.deps)
    }

    it('a used recovery code is used, and replaced ones open nothing', async () => {
      const mona = await signInAs(box, alnoor, 'mona', ['finance'])
      const rana = await signInAs(box, alnoor, 'rana', ['finance'])
      const [first = '', second = ''] = (await setUpApp(box, mona)).recoveryCodes
      const [replaced = ''] = (await setUpApp(box, rana)).recoveryCodes
      const restore = await copyDatabase(box.db.owner)
      box.clock.advance(1000)
      expect(await signInBy('mona', first)).toBe(200)
      expect((await call(box.app, rana, recoveryCodesRenew)).status).toBe(200)
      await startRestored(restore)
      expect(await signInBy('mona', first)).toBe(400)
      expect(await signInBy('rana', replaced)).toBe(400)
      expect(await signInBy('mona', second)).toBe(200)
    })

    it('a removed webhook is removed, and the one that stayed is there', async () => {
      const it1 = await signInAs(box, alnoor, 'it1', ['it'])
      const [removed, kept] = [await makeWebhook(it1), await makeWebhook(it1)]
      const restore = await copyDatabase(box.db.owner)
      box.clock.advance(1000)
      expect((await call(box.app, it1, removeWebhook, { id: removed })).status).toBe(200)
      await startRestored(restore)
      const again = await signInAs(box, alnoor, 'it2', ['it'])
      const { webhooks } = (await call(box.app, again, listWebhooks)).body as { webhooks: Webhook[] }
      expect(webhooks.map(({ id }) => id)).toEqual([kept])
    })

    it('a webhook that was paused or asked for less stays so, and one with another address is paused, not told', async () => {
      const it3 = await signInAs(box, alnoor, 'it3', ['it'])
      const [paused, less, moved, same] = [
        await makeWebhook(it3),
        await makeWebhook(it3),
        await makeWebhook(it3),
        await makeWebhook(it3),
      ]
      const restore = await copyDatabase(box.db.owner)
      box.clock.advance(1000)
      const url = 'https://other.example/told'
      await changeWebhook(it3, { opId: paused, webhookUrl: url, events: ['student.left'], isPaused: true })
      await changeWebhook(it3, { opId: less, webhookUrl: url, events: ['invoice.issued'], isPaused: false })
      const elsewhere = 'https://new.example/told?key=hidden'
      await changeWebhook(it3, { opId: moved, webhookUrl: elsewhere, events: ['student.left'], isPaused: false })
      await startRestored(restore)
      const again = await signInAs(box, alnoor, 'it4', ['it'])
      const { webhooks } = (await call(box.app, again, listWebhooks)).body as { webhooks: Webhook[] }
      const stateOf = (id: string) => {
        const found = webhooks.find((each) => each.id === id)
        return [found?.isPaused, found?.url, ...(found?.events ?? [])]
      }
      expect([paused, less, moved, same].map(stateOf)).toEqual([
        [true, url, 'student.left'],
        [false, url, 'invoice.issued'],
        [true, url, 'student.left'],
        [false, url, 'student.left'],
      ])
      const written = await readFile(join(folder, 'journal.ndjson'), 'utf8')
      expect(written).not.toMatch(/example|hidden/)
    })

    it('an authenticator app that was reset or turned off, and a passkey that was removed, sign nobody in', async () => {
      const admin = await signInAs(box, alnoor, 'huda', ['admin'])
      const people = ['lama', 'noor', 'reem'] as const
      const apps = new Map<string, { by: Awaited<ReturnType<typeof signInAs>>; secret: string }>()
      for (const userName of people) {
        const by = await signInAs(box, alnoor, userName, ['finance'])
        apps.set(userName, { by, secret: (await setUpApp(box, by)).secret })
      }
      const at = (userName: (typeof people)[number]) => {
        const app = apps.get(userName)
        if (!app) throw new Error('no app')
        return app
      }
      const key = await addKey(at('noor').by)
      const restore = await copyDatabase(box.db.owner)
      box.clock.advance(60_000)
      const lama = at('lama').by.userId
      expect((await call(box.app, admin, secondFactorReset, { id: lama, language: 'en' })).status).toBe(200)
      expect((await call(box.app, at('reem').by, totpOff, { language: 'en' })).status).toBe(200)
      expect((await call(box.app, at('noor').by, passkeyRemove, { passkey: key.id })).status).toBe(200)
      await startRestored(restore)
      const asked = async (userName: string) =>
        SecondFactorAsked.safeParse((await call(box.app, { school }, login, { userName, password })).body).data
          ?.secondFactor.kinds
      // The reset ones ask for no app that somebody may have found; the app that stayed is asked for, without the passkey.
      expect([await asked('lama'), await asked('reem'), await asked('noor')]).toEqual([undefined, undefined, ['totp']])
      expect(await signInBy('noor', appCode(box, at('noor').secret))).toBe(200)
    })

    it('a provider whose second factor was reset sets another one up', async () => {
      const email = 'hosting@group.example'
      const credentials = { email, password: await setProvider(box.deps, email) }
      await setUpProvider(box, credentials)
      const restore = await copyDatabase(box.db.owner)
      box.clock.advance(1000)
      expect(await resetProviderFactor(box.deps, email)).toBe(true)
      await startRestored(restore)
      expect((await proveProvider(box, credentials))?.mustSetUp).toBe(true)
    })

    it('an address of a calendar that was ended or replaced opens nothing, and one of the copy does', async () => {
      const roles = ['admission-officer'] as const
      const [ending, replacing, staying] = [
        await signInAs(box, alnoor, 'omar', [...roles]),
        await signInAs(box, alnoor, 'dana', [...roles]),
        await signInAs(box, alnoor, 'sami', [...roles]),
      ]
      const [ended, replaced, kept] = [await makeLink(ending), await makeLink(replacing), await makeLink(staying)]
      const restore = await copyDatabase(box.db.owner)
      box.clock.advance(1000)
      await call(box.app, ending, endCalendarLink)
      await makeLink(replacing)
      await startRestored(restore)
      expect([await opens(ended), await opens(replaced), await opens(kept)]).toEqual([false, false, true])
    })

    it('a journal that lost its lines is written again from the database, with what repeating them needs', async () => {
      const hala = await signInAs(box, alnoor, 'hala', ['finance'])
      const [code = ''] = (await setUpApp(box, hala)).recoveryCodes
      expect(await signInBy('hala', code)).toBe(200)
      await journal.close()
      const isHers = ({ what, about }: JournalEntry) => what === 'recovery-code-used' && about === hala.userId
      const written: JournalEntry[] = []
      for await (const entry of journal.read()) if (isHers(entry)) written.push(entry)
      const appended: JournalEntry[] = []
      const empty = {
        append: (entries: readonly JournalEntry[]) => void appended.push(...entries),
        read: async function* () {},
      }
      await catchUpJournal({ db: box.db.database, journal: empty })
      expect(appended.filter(isHers)).toEqual(written)
      expect(written).toMatchObject([{ code: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    })
  },
)
