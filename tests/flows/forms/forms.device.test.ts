import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Draft } from '#local/forms/drafts.ts'
import { createApp } from '#server/app.ts'
import { submissionFiles, submissions } from '#server/features/forms/form.table.ts'
import { visitors } from '#server/features/sync/anonymous-sender/visitor.table.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { type FaultyNetwork, openFaultyNetwork } from '#tests/support/devices/faulty-network.ts'
import { openTestWorld, type TestDeviceWorld } from '#tests/support/devices/test-surroundings.ts'
import { breathe } from '#tests/support/devices/test-time.ts'
import { makeSchool, makeTablet, type TestSchool } from '#tests/support/factories.ts'
import { type FormBrowser, type FormPage, openFormBrowser } from '#tests/support/forms/form-browser.ts'
import { publish, testAnswers } from '#tests/support/forms/test-form.ts'
import { TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe('a form on a family’s own device', () => {
  let box: Box
  let school: TestSchool
  let world: TestDeviceWorld
  let network: FaultyNetwork
  let browser: FormBrowser
  let page: FormPage
  let makeFile: TestVisitor['file']
  let seed = 0

  beforeAll(async () => {
    box = await openBox('pglite')
    school = await makeSchool(box, 'alnoor')
    await publish(box, school)
    const kit = new TestVisitor(box, school, await makeTablet())
    makeFile = (...asked) => kit.file(...asked)
  })
  beforeEach(async () => {
    // Other ids in every test: one server meets all of these browsers.
    seed += 1
    world = openTestWorld(seed)
    const app = createApp({ ...box.deps, clock: world.time })
    network = openFaultyNetwork(async (request) => app.request(request), world.time)
    browser = openFormBrowser('alnoor', world, network.wire, () => quickProof(box, school, world.time.nowMs()))
    page = await browser.openPage()
  })
  afterAll(() => box.close())

  const newDraft = (answers: Draft['answers'] = testAnswers): Draft => ({
    id: uuidv7(world.time.nowMs(), world.random),
    slug: 'enquiry',
    version: 1,
    startedAt: toInstant(world.time.nowMs()),
    answers,
  })
  const handIn = (draft: Draft, from = page, fileCount = 0) =>
    from.forms.handIn({
      draft,
      purpose: 'enquiry',
      language: 'en',
      channel: 'public',
      trap: '',
      fileCount,
      actorId: null,
    })
  const stateOf = async (id: string, from = page) => (await from.handedIn()).find((row) => row.id === id)
  const isComplete = (id: string, from?: FormPage) => async () => (await stateOf(id, from))?.state === 'complete'
  const stored = async (id: string) => (await box.db.owner.select().from(submissions)).filter((row) => row.id === id)
  const reopen = async () => {
    browser.crash(page)
    await breathe()
    page = await browser.openPage()
  }

  it('is handed in, received and given a reference', async () => {
    const draft = newDraft()
    await page.forms.drafts.keep(draft)
    await handIn(draft)
    expect(await stateOf(draft.id)).toMatchObject({ state: 'saved', reference: null })
    await world.time.until(isComplete(draft.id))
    const [row] = await stored(draft.id)
    expect(row).toMatchObject({ answers: testAnswers, channel: 'public' })
    expect(await stateOf(draft.id)).toMatchObject({ reference: row?.reference, filesLeft: 0 })
    expect(await page.forms.drafts.latest('enquiry')).toBeUndefined()
  })

  it('OPS-20: is sent once: an open page asks nothing more of the server in an hour', async () => {
    const draft = newDraft()
    await handIn(draft)
    await world.time.until(isComplete(draft.id))
    await network.idle()
    const served = network.served()
    for (let minute = 0; minute < 60; minute += 1) {
      await world.time.advance(60_000)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(network.served()).toBe(served)
  })

  it('sends its files also to a server that has forgotten the browser since it took the form', async () => {
    const draft = newDraft()
    const file = makeFile('jpeg', 150_000)
    await page.forms.drafts.keepFile(draft.id, file.answer.fileId, Uint8Array.from(file.content))
    network.refusedText = '"data"'
    await handIn({ ...draft, answers: { ...testAnswers, papers: [file.answer] } }, page, 1)
    await world.time.until(async () => (await stateOf(draft.id))?.state === 'received')
    await box.db.owner.delete(visitors).where(eq(visitors.schoolId, school.schoolId))
    network.heal()
    page.sending.sendNow()
    await world.time.until(isComplete(draft.id))
    const files = await box.db.owner.select().from(submissionFiles).where(eq(submissionFiles.submissionId, draft.id))
    expect(files).toMatchObject([{ state: 'complete' }])
  })

  it('is there again after a crash, as it was typed last, and gone once it was handed in', async () => {
    const draft = newDraft()
    await page.forms.drafts.keep(draft)
    await page.forms.drafts.keep({ ...draft, answers: { ...testAnswers, name: 'Hind' } })
    await reopen()
    expect(await page.forms.drafts.latest('enquiry')).toMatchObject({
      ...draft,
      answers: { ...testAnswers, name: 'Hind' },
    })
    expect(await page.forms.drafts.latest('other')).toBeUndefined()
    await handIn(draft)
    await reopen()
    expect(await page.forms.drafts.latest('enquiry')).toBeUndefined()
  })

  it('waits without a network, is said to be saved and no more, and goes when there is one', async () => {
    network.offline = true
    const draft = newDraft()
    await handIn(draft)
    await world.time.advance(120_000)
    expect(await stateOf(draft.id)).toMatchObject({ state: 'saved', reference: null })
    await reopen()
    network.offline = false
    page.sending.sendNow()
    await world.time.until(isComplete(draft.id))
    expect(await stored(draft.id)).toHaveLength(1)
  })

  it('counts once when it was handed in twice, and when the note of it was lost', async () => {
    network.offline = true
    const draft = newDraft()
    await Promise.all([handIn(draft), handIn(draft)])
    await page.forms.db.handedIn.clear()
    await page.forms.drafts.keep(draft)
    await reopen()
    expect(await page.forms.drafts.latest('enquiry')).toBeUndefined()
    network.offline = false
    page.sending.sendNow()
    await world.time.until(isComplete(draft.id))
    expect(await stored(draft.id)).toHaveLength(1)
  })

  it('sends its files after it, from where they stopped, and keeps them sealed until a copy of the server holds them', async () => {
    const files = [makeFile('jpeg', 250_000), makeFile('pdf', 100), makeFile('jpeg', 98_304)]
    const draft = newDraft({ ...testAnswers, papers: files.map((file) => file.answer) })
    for (const { answer, content } of files) {
      await page.forms.drafts.keepFile(draft.id, answer.fileId, Uint8Array.from(content))
    }
    await handIn(draft, page, files.length)
    await world.time.until(async () => (await stateOf(draft.id))?.state === 'received')
    network.expect('lose-answer', 'lose-request', 'cut-off', 'server-503')
    await reopen()
    await world.time.until(isComplete(draft.id))
    const rows = (await box.db.owner.select().from(submissionFiles)).filter((row) => row.submissionId === draft.id)
    expect(rows.map((row) => row.state)).toEqual(['complete', 'complete', 'complete'])
    expect(await page.forms.db.files.count()).toBe(3)
    expect((await stateOf(draft.id))?.keptBytes).toBeGreaterThan(348_404)
    const copied = {
      generation: uuidv7(world.time.nowMs(), world.random),
      backedUpThroughMs: world.time.nowMs() + 3_600_000,
    }
    await page.forms.outbox.store.putMeta('server', copied)
    world.time.jump(8 * 86_400_000)
    page.sending.sendNow()
    await world.time.until(async () => (await page.forms.db.files.count()) === 0)
    expect(await stateOf(draft.id)).toMatchObject({ state: 'complete' })
    expect((await stateOf(draft.id))?.keptSinceMs).toBeUndefined()
  })

  it('is never called complete without a file that is gone from the device, or that the server could not use', async () => {
    const gone = makeFile('jpeg', 500)
    const wrong = makeFile('png', 500, { kind: 'jpeg' })
    const draft = newDraft({ ...testAnswers, papers: [gone.answer, wrong.answer] })
    await page.forms.drafts.keepFile(draft.id, wrong.answer.fileId, Uint8Array.from(wrong.content))
    await handIn(draft, page, 2)
    await world.time.until(async () => {
      const rows = await box.db.owner.select().from(submissionFiles)
      return rows.some((row) => row.id === wrong.answer.fileId && row.state === 'refused')
    })
    await world.time.advance(120_000)
    expect(await stateOf(draft.id)).toMatchObject({ state: 'received', filesLeft: 2 })
  })

  it('does not keep the next form waiting for a file', async () => {
    const file = makeFile('pdf', 2_000_000)
    const large = newDraft({ ...testAnswers, papers: [file.answer] })
    await page.forms.drafts.keepFile(large.id, file.answer.fileId, Uint8Array.from(file.content))
    await handIn(large, page, 1)
    await world.time.until(async () => (await stateOf(large.id))?.state === 'received')
    const small = newDraft()
    await handIn(small)
    await world.time.until(async () => (await stored(small.id)).length === 1)
    expect((await stateOf(large.id))?.state).toBe('received')
    await world.time.until(isComplete(large.id))
    await world.time.until(isComplete(small.id))
  })

  it('tells a person when the server will not take it', async () => {
    const draft = newDraft({ name: '<script>' })
    await handIn(draft)
    await world.time.until(async () => (await stateOf(draft.id))?.state === 'attention')
    expect(await stateOf(draft.id)).toMatchObject({ problem: 'sync.invalid', reference: null })
  })

  it('leaves nothing readable in the storage', async () => {
    network.offline = true
    const file = makeFile('jpeg', 50)
    const answers = { name: 'Hind Al Mana', children: [{ name: 'Sara Al Mana' }], papers: [file.answer] }
    const draft = newDraft(answers)
    await page.forms.drafts.keep(draft)
    await page.forms.drafts.keepFile(draft.id, file.answer.fileId, Uint8Array.from(file.content))
    const another = newDraft(answers)
    await page.forms.drafts.keep(another)
    await handIn(draft, page, 1)
    const { db, outbox } = page.forms
    const tables = [await db.drafts.toArray(), await db.files.toArray(), await outbox.store.open(10)]
    const text = JSON.stringify(tables, (_, value: unknown) =>
      value instanceof ArrayBuffer || value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
    )
    expect(text.length).toBeGreaterThan(500)
    // With a space or a dot in it, which no base64 has.
    expect(text).not.toMatch(/Al Mana|\.jpeg/)
  })
})
