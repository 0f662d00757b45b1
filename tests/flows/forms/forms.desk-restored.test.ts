import 'fake-indexeddb/auto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { streamOf } from '#local/device/identity.ts'
import { pair } from '#local/device/pairing.ts'
import { type FormSending, startDeskFinishing } from '#local/forms/sending-forms.ts'
import { type Forms, openForms } from '#local/visitor/open-forms.ts'
import { createApp } from '#server/app.ts'
import { submissionFiles, submissions } from '#server/features/forms/form.table.ts'
import { pairingCodes, tills } from '#server/features/sync/devices/device.table.ts'
import { hashPairingCode } from '#server/features/sync/devices/pairing.service.ts'
import { beginGeneration } from '#server/features/sync/installation/installation.service.ts'
import { UserId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { hourMs, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { type Engine, engines } from '#tests/support/database.ts'
import { copyDatabase } from '#tests/support/devices/database-copy.ts'
import { httpOver } from '#tests/support/devices/device-kit.ts'
import { type FaultyNetwork, openFaultyNetwork } from '#tests/support/devices/faulty-network.ts'
import { openTestWorld, type TestDeviceWorld } from '#tests/support/devices/test-surroundings.ts'
import { makeSchool, makeTablet, makeTill, makeUser, type TestSchool } from '#tests/support/factories.ts'
import { publish, testAnswers } from '#tests/support/forms/test-form.ts'
import { TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { openTillBox, type TillBox } from '#tests/support/pos/till-box.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const pairingCode = 'ABCDEFGH'
let desks = 0

/** A front desk and its server, which may be put back. */
class FrontDesk {
  readonly server: Box
  readonly school: TestSchool
  readonly world: TestDeviceWorld
  readonly network: FaultyNetwork
  readonly #code: string
  readonly #kit: TestVisitor
  box!: TillBox
  forms!: Forms
  #finishing!: FormSending

  private constructor(server: Box, school: TestSchool, code: string, kit: TestVisitor) {
    this.server = server
    this.school = school
    this.#code = code
    this.#kit = kit
    this.world = openTestWorld(500 + desks)
    const app = createApp({ ...server.deps, clock: this.world.time })
    this.network = openFaultyNetwork(async (request) => app.request(request), this.world.time)
  }

  static async open(server: Box): Promise<FrontDesk> {
    desks += 1
    const code = `desk${desks}`
    const school = await makeSchool(server, code)
    await publish(server, school)
    return new FrontDesk(server, school, code, new TestVisitor(server, school, await makeTablet()))
  }

  /** Pairs the tablet as a front desk and opens its page. */
  async pair(): Promise<void> {
    const { world, network } = this
    await this.#allowPairing()
    this.box = await openTillBox({ schoolCode: this.#code, world, wire: network.wire, pairingCode })
    await this.openPage()
  }

  /** Pairs it again, as itself, with a new code, where the server has forgotten it; the page is opened again, as the browser does. */
  async pairAgain(): Promise<void> {
    await this.#allowPairing()
    const [tab] = this.box.tabs
    if (!tab) throw new Error('no page is open')
    const { clock, random } = tab.device.options.surroundings
    const http = httpOver(this.network.wire, this.#code)
    const { store, identity: known } = tab.device
    const { identity } = await pair({ http, store, clock, random, known, formerLife: undefined }, pairingCode)
    expect(identity.deviceId).toBe(this.box.identity.deviceId)
    await this.reload()
  }

  async #allowPairing(): Promise<void> {
    const { server, school, world } = this
    const { tillId } = await makeTill(server, school)
    const by = await makeUser(server, school, `mona${desks}`, ['supervisor'])
    await server.db.owner.update(tills).set({ kind: 'desk' }).where(eq(tills.id, tillId))
    const expiresAt = toInstant(world.time.nowMs() + hourMs)
    const codeHash = hashPairingCode(school.schoolId, pairingCode)
    await server.db.database.tenant(school.schoolId, (tx) =>
      tx.insert(pairingCodes).values({
        schoolId: school.schoolId,
        codeHash,
        tillId,
        createdBy: UserId.parse(by),
        expiresAt,
      }),
    )
  }

  async openPage(): Promise<void> {
    const { device } = await this.box.openTab()
    const { identity } = this.box
    this.forms = await openForms(this.#code, device, streamOf(identity), device.options.surroundings)
    this.#finishing = startDeskFinishing(this.#code, this.forms, identity, httpOver(this.network.wire, this.#code))
  }

  /** The page is gone, and comes again. */
  async reload(): Promise<void> {
    await this.#finishing.stop()
    this.forms.close()
    this.box.close()
    await this.openPage()
  }

  /** A family hands its form in, and leaves. @returns the id of the form */
  async handIn(name: string, sizes: readonly number[] = []): Promise<string> {
    const { world, forms } = this
    const files = sizes.map((size) => this.#kit.file('jpeg', size))
    const answers = { ...testAnswers, name, ...(files.length > 0 && { papers: files.map(({ answer }) => answer) }) }
    const id = uuidv7(world.time.nowMs(), world.random)
    const draft = { id, slug: 'enquiry', version: 1, startedAt: toInstant(world.time.nowMs()), answers }
    for (const { answer, content } of files) await forms.drafts.keepFile(id, answer.fileId, Uint8Array.from(content))
    const how = { purpose: 'enquiry', language: 'en', channel: 'kiosk', trap: '', actorId: null } as const
    await forms.handIn({ ...how, draft, fileCount: files.length })
    await forms.drafts.dropAll()
    return id
  }

  async untilComplete(): Promise<void> {
    const isOpen = (row: { state: string }) => row.state !== 'complete'
    const isDone = async () => (await this.forms.db.handedIn.filter(isOpen).count()) === 0
    await this.world.time.until(isDone, { stepMs: 1000 })
    await this.network.idle()
  }

  /** The server is away, and comes back as it was when the copy was made. */
  async putBack(restore: () => Promise<void>): Promise<void> {
    const { server, network, world } = this
    network.offline = true
    await world.time.advance(2000)
    await network.idle()
    await restore()
    server.clock.advance(minuteMs)
    await beginGeneration(server.deps, { cause: 'restore', dataAsOf: null })
    server.deps.installation.forget()
  }

  /** What the server has: each form with the states of its files, and how often operations came. */
  async onServer() {
    const { owner } = this.server.db
    const { schoolId } = this.school
    const rows = await owner.select().from(submissions).where(eq(submissions.schoolId, schoolId))
    const files = await owner.select().from(submissionFiles).where(eq(submissionFiles.schoolId, schoolId))
    const { rows: ops } = await owner.execute<{ n: number; ids: number }>(sql`
      select count(*)::int as n, count(distinct op_id)::int as ids from sync_ops where school_id = ${schoolId}`)
    const forms = rows.map(
      ({ id, answers, channel }): StoredForm => ({
        id,
        name: z.string().parse(answers['name']),
        channel,
        files: files.filter(({ submissionId }) => submissionId === id).map(({ state }) => state),
      }),
    )
    return { forms: byName(forms), ops: ops[0], references: new Set(rows.map(({ reference }) => reference)).size }
  }

  close(): void {
    this.forms.close()
    this.box.close()
  }
}

interface StoredForm {
  id: string
  name: string
  channel: string
  files: string[]
}

const byName = (forms: readonly StoredForm[]) => forms.toSorted((a, b) => (a.name < b.name ? -1 : 1))

const whole = (name: string, id: string, files: number): StoredForm => ({
  id,
  name,
  channel: 'kiosk',
  files: Array.from({ length: files }, () => 'complete'),
})

describe.each(engines)('a front desk and a server that was restored, on %s', { timeout: 120_000 }, (engine: Engine) => {
  let server: Box
  const opened: FrontDesk[] = []
  beforeAll(async () => {
    server = await openBox(engine)
  })
  afterAll(async () => {
    for (const desk of opened) desk.close()
    await server.close()
  })
  const openDesk = async () => {
    const desk = await FrontDesk.open(server)
    opened.push(desk)
    return desk
  }

  it('OPS-16: forms acknowledged since the copy come again with their scans, beside those that never arrived, each once', async () => {
    const desk = await openDesk()
    await desk.pair()
    const copied = await desk.handIn('Copied', [500])
    await desk.untilComplete()
    const restore = await copyDatabase(server.db.owner)
    const scanned = await desk.handIn('Scanned', [150_000, 300])
    const plain = await desk.handIn('Plain')
    await desk.untilComplete()
    expect((await desk.onServer()).forms).toHaveLength(3)

    await desk.putBack(restore)
    expect((await desk.onServer()).forms).toEqual([whole('Copied', copied, 1)])
    // Another family comes while the server is away.
    const waiting = await desk.handIn('Waiting', [700])
    desk.network.heal()
    await desk.world.time.until(async () => (await desk.onServer()).forms.length === 4, { stepMs: 1000 })
    await desk.untilComplete()
    const there = await desk.onServer()
    expect(there.forms).toEqual([
      whole('Copied', copied, 1),
      whole('Plain', plain, 0),
      whole('Scanned', scanned, 2),
      whole('Waiting', waiting, 1),
    ])
    expect(there.ops?.n).toBe(there.ops?.ids)
    expect(there.references).toBe(4)
    // The desk knows them under the references that they have now.
    const known = await desk.forms.db.handedIn.toArray()
    const stored = await server.db.owner
      .select()
      .from(submissions)
      .where(eq(submissions.schoolId, desk.school.schoolId))
    for (const { id, reference } of stored) expect(known.find((row) => row.id === id)?.reference).toBe(reference)

    // Nothing is sent twice from here on, also not by a page that is opened again.
    await desk.reload()
    await desk.world.time.advance(hourMs)
    await desk.network.idle()
    expect(await desk.onServer()).toEqual(there)
  })

  it('OPS-16: also where the page was closed when the server went, and the copy is restored once more', async () => {
    const desk = await openDesk()
    await desk.pair()
    const restore = await copyDatabase(server.db.owner)
    const first = await desk.handIn('First', [40_000])
    const second = await desk.handIn('Second')
    await desk.untilComplete()
    for (let times = 0; times < 2; times += 1) {
      await desk.putBack(restore)
      expect((await desk.onServer()).forms).toEqual([])
      desk.network.heal()
      await desk.reload()
      await desk.world.time.until(async () => (await desk.onServer()).forms.length === 2, { stepMs: 1000 })
      await desk.untilComplete()
      expect((await desk.onServer()).forms).toEqual([whole('First', first, 1), whole('Second', second, 0)])
    }
  })

  it('OPS-13: a desk that was paired since the copy keeps its forms, and one new code brings them all', async () => {
    const desk = await openDesk()
    const restore = await copyDatabase(server.db.owner)
    await desk.pair()
    const sent = await desk.handIn('Sent', [900])
    await desk.untilComplete()
    await desk.putBack(restore)
    desk.network.heal()
    const held = await desk.handIn('Held')
    await desk.world.time.until(() => desk.box.tabs[0]?.trouble === 'device.unknown', { stepMs: 1000 })
    await desk.network.idle()
    expect([desk.box.tabs[0]?.trouble, (await desk.onServer()).forms]).toEqual(['device.unknown', []])
    await desk.pairAgain()
    await desk.world.time.until(async () => (await desk.onServer()).forms.length === 2, { stepMs: 1000 })
    await desk.untilComplete()
    expect((await desk.onServer()).forms).toEqual([whole('Held', held, 0), whole('Sent', sent, 1)])
  })
})
