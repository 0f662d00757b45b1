import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Draft, forgetKept } from '#local/forms/drafts.ts'
import { maxKeptBytes } from '#local/forms/finish.ts'
import { createApp } from '#server/app.ts'
import { submissionFiles, submissions } from '#server/features/forms/form.table.ts'
import { beginGeneration } from '#server/features/sync/installation/installation.service.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { engines } from '#tests/support/database.ts'
import { copyDatabase } from '#tests/support/devices/database-copy.ts'
import { type FaultyNetwork, openFaultyNetwork } from '#tests/support/devices/faulty-network.ts'
import { openTestWorld, type TestDeviceWorld } from '#tests/support/devices/test-surroundings.ts'
import { breathe } from '#tests/support/devices/test-time.ts'
import { makeSchool, makeTablet, type TestSchool } from '#tests/support/factories.ts'
import { type FormBrowser, type FormPage, openFormBrowser } from '#tests/support/forms/form-browser.ts'
import { publish, testAnswers } from '#tests/support/forms/test-form.ts'
import { TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('a family’s device and a server that was restored, on %s', { timeout: 90_000 }, (engine) => {
  let box: Box
  let school: TestSchool
  let world: TestDeviceWorld
  let network: FaultyNetwork
  let browser: FormBrowser
  let page: FormPage
  let makeFile: TestVisitor['file']
  let seed = 100

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    await publish(box, school)
    const kit = new TestVisitor(box, school, await makeTablet())
    makeFile = (...asked) => kit.file(...asked)
  })
  beforeEach(async () => {
    browser?.close()
    seed += 1
    world = openTestWorld(seed)
    const app = createApp({ ...box.deps, clock: world.time })
    network = openFaultyNetwork(async (request) => app.request(request), world.time)
    browser = openFormBrowser('alnoor', world, network.wire, () => quickProof(box, school, world.time.nowMs()))
    page = await browser.openPage()
  })
  afterAll(async () => {
    browser.close()
    await box.close()
  })

  const stateOf = async (id: string) => (await page.handedIn()).find((row) => row.id === id)
  const isComplete = (id: string) => async () => (await stateOf(id))?.state === 'complete'
  const reopen = async () => {
    browser.crash(page)
    await breathe()
    page = await browser.openPage()
  }
  /** Submits a form with scans, and waits until the server has all of it. */
  const handIn = async (sizes: readonly number[]) => {
    const files = sizes.map((size) => makeFile('jpeg', size))
    const draft: Draft = {
      id: uuidv7(world.time.nowMs(), world.random),
      slug: 'enquiry',
      version: 1,
      startedAt: toInstant(world.time.nowMs()),
      answers: { ...testAnswers, papers: files.map((file) => file.answer) },
    }
    for (const { answer, content } of files)
      await page.forms.drafts.keepFile(draft.id, answer.fileId, Uint8Array.from(content))
    const how = { purpose: 'enquiry', language: 'en', channel: 'public', trap: '', actorId: null } as const
    await page.forms.handIn({ ...how, draft, fileCount: files.length })
    await world.time.until(isComplete(draft.id))
    await network.idle()
    return draft
  }
  const startRestored = async (restore: () => Promise<void>) => {
    await network.idle()
    await restore()
    box.clock.advance(60_000)
    await beginGeneration(box.deps, { cause: 'restore', dataAsOf: null })
    box.deps.installation.forget()
  }
  const stored = (id: string) => box.db.owner.select().from(submissions).where(eq(submissions.id, id))
  const filesOf = async (id: string) =>
    (await box.db.owner.select().from(submissionFiles).where(eq(submissionFiles.submissionId, id))).map(
      ({ state }) => state,
    )

  it('OPS-16: a form with three scans of since the copy is whole again when the page is next open', async () => {
    const copied = await handIn([500])
    const restore = await copyDatabase(box.db.owner)
    const lost = await handIn([150_000, 300, 98_304])
    await startRestored(restore)
    expect(await stored(lost.id)).toEqual([])
    await reopen()
    await world.time.until(async () => (await filesOf(lost.id)).filter((state) => state === 'complete').length === 3)
    await world.time.until(isComplete(lost.id))
    const [row] = await stored(lost.id)
    expect(row).toMatchObject({ answers: lost.answers })
    // Under whichever reference it has now.
    expect(await stateOf(lost.id)).toMatchObject({ reference: row?.reference, filesLeft: 0 })
    // What the copy held is there once, and as it was.
    await world.time.until(isComplete(copied.id))
    expect([(await stored(copied.id)).length, await filesOf(copied.id)]).toEqual([1, ['complete']])
    await network.idle()
    const served = network.served()
    await world.time.advance(3_600_000)
    expect(network.served()).toBe(served)
  })

  it('OPS-16: also when nothing was acknowledged but the form, and the page was closed at once', async () => {
    const restore = await copyDatabase(box.db.owner)
    const first = await handIn([])
    network.refusedText = '"data"'
    const files = [makeFile('jpeg', 40_000)]
    const id = uuidv7(world.time.nowMs(), world.random)
    for (const { answer, content } of files)
      await page.forms.drafts.keepFile(id, answer.fileId, Uint8Array.from(content))
    const answers = { ...testAnswers, papers: files.map((file) => file.answer) }
    const draft = { ...first, id, answers }
    const how = { purpose: 'enquiry', language: 'en', channel: 'public', trap: '', actorId: null } as const
    await page.forms.handIn({ ...how, draft, fileCount: 1 })
    await world.time.until(async () => (await stateOf(id))?.state === 'received')
    await startRestored(restore)
    network.heal()
    await reopen()
    await world.time.until(isComplete(id))
    expect([await filesOf(id), (await stored(first.id)).length]).toEqual([['complete'], 1])
  })

  it('OPS-16: a scan that no longer fits on the device is named as missing, and the form still comes back', async () => {
    const restore = await copyDatabase(box.db.owner)
    const older = await handIn([700])
    await world.time.advance(1000)
    const newer = await handIn([800])
    await page.forms.db.handedIn.update(newer.id, { keptBytes: maxKeptBytes })
    await reopen()
    await world.time.until(async () => (await stateOf(older.id))?.keptSinceMs === undefined)
    expect(await page.forms.db.files.count()).toBe(1)
    await startRestored(restore)
    await reopen()
    await world.time.until(isComplete(newer.id))
    await world.time.until(async () => (await stateOf(older.id))?.state === 'received')
    expect([(await stateOf(older.id))?.filesLeft, await filesOf(older.id)]).toEqual([1, ['awaited']])
  })

  it('gives the room of kept scans, the oldest first, to the scan of a new form', async () => {
    const older = await handIn([700])
    await world.time.advance(1000)
    const newer = await handIn([800])
    const { db, drafts } = page.forms
    // As in a browser that is full until something is deleted.
    let isFull = true
    db.files.hook('creating', () => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
    })
    db.files.hook('deleting', () => {
      isFull = false
    })
    const { answer, content } = makeFile('jpeg', 900)
    const id = uuidv7(world.time.nowMs(), world.random)
    await drafts.keepFile(id, answer.fileId, Uint8Array.from(content))
    expect(await drafts.readFile(answer.fileId)).toEqual(Uint8Array.from(content))
    const keptSince = async (of: Draft) => (await stateOf(of.id))?.keptSinceMs
    expect([await keptSince(older), typeof (await keptSince(newer))]).toEqual([undefined, 'number'])
    // With nothing left to give up, the person is told.
    await drafts.drop(newer.id)
    await forgetKept(db, newer.id)
    isFull = true
    const another = makeFile('jpeg', 900)
    await expect(drafts.keepFile(id, another.answer.fileId, Uint8Array.from(content))).rejects.toThrow('full')
  })

  it('keeps scans while no copy is made, for sixty days at most', async () => {
    const { id } = await handIn([600])
    const kept = async () => (await page.forms.db.files.where('draftId').equals(id).count()) === 1
    world.time.jump(59 * dayMs)
    await reopen()
    await world.time.advance(60_000)
    expect(await kept()).toBe(true)
    world.time.jump(2 * dayMs)
    await reopen()
    await world.time.until(async () => (await stateOf(id))?.keptSinceMs === undefined)
    expect([await kept(), (await stateOf(id))?.state]).toEqual([false, 'complete'])
  })
})
