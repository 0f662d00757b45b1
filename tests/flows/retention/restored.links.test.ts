import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catchUpJournal } from '#server/features/retention/restore/catch-up-journal.service.ts'
import { beginGeneration } from '#server/features/sync/installation/installation.service.ts'
import { databaseOver } from '#server/kernel/db.ts'
import type { JournalEntry } from '#server/kernel/journal.ts'
import { type JournalFile, openJournalFile } from '#server/node/copies/journal-file.ts'
import { endCalendarLink, makeCalendarLink } from '#shared/admissions/calendar-link.contract.ts'
import { recoveryCodesRenew, signInByFactor } from '#shared/identity/second-factor.contract.ts'
import { login, SecondFactorAsked } from '#shared/identity/sign-in.contract.ts'
import { listWebhooks, removeWebhook, saveWebhook, type Webhook } from '#shared/programs/webhook.contract.ts'
import { setUpApp } from '#tests/support/checks/second-factor-kit.ts'
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
