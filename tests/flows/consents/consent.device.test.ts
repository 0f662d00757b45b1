import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsentDraft } from '#local/consents/consents.ts'
import { createApp } from '#server/app.ts'
import { consentActs, consentDecisions } from '#server/features/consents/consent.table.ts'
import { ConsentDecision, ConsentPage, openConsent } from '#shared/consents/consent.contract.ts'
import { endConsentLink } from '#shared/consents/consent-request.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { type FaultyNetwork, openFaultyNetwork } from '#tests/support/devices/faulty-network.ts'
import { openTestWorld, type TestDeviceWorld } from '#tests/support/devices/test-surroundings.ts'
import { breathe } from '#tests/support/devices/test-time.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type FormBrowser, type FormPage, openFormBrowser } from '#tests/support/forms/form-browser.ts'
import { askGuardian, decision, publishConsents, signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe('consent on a guardian’s own device', () => {
  let box: Box
  let school: TestSchool
  let officer: Caller
  let world: TestDeviceWorld
  let network: FaultyNetwork
  let browser: FormBrowser
  let page: FormPage
  let token: string
  let requestId: string
  let seed = 700

  beforeAll(async () => {
    box = await openBox('pglite')
    school = await makeSchool(box, 'alnoor')
    await publishConsents(box, school)
    officer = await signInAs(box, school, 'officer', ['admission-officer'])
  })
  beforeEach(async () => {
    seed += 1
    world = openTestWorld(seed)
    const app = createApp({ ...box.deps, clock: world.time })
    network = openFaultyNetwork(async (request) => app.request(request), world.time)
    browser = openFormBrowser('alnoor', world, network.wire, () => quickProof(box, school, world.time.nowMs()))
    page = await browser.openPage()
    const asked = await askGuardian(box, officer)
    token = asked.token
    requestId = asked.request.id
  })
  afterAll(() => box.close())

  const open = async () => {
    const { senderId } = page.forms.consents
    const input = { token, senderId, language: 'en' }
    const { body } = await call(createApp({ ...box.deps, clock: world.time }), { school: 'alnoor' }, openConsent, input)
    return page.forms.consents.keep(token, ConsentPage.parse(body.consent))
  }
  const newId = () => uuidv7(world.time.nowMs(), world.random)
  const decide = (id: string, answers: Record<string, boolean>) => {
    const body = decision(box, requestId, answers, { decidedAt: toInstant(world.time.nowMs()) })
    return page.forms.consents.decide(token, id, ConsentDecision.parse(body))
  }
  const stateOf = async (id: string) => (await page.handedIn()).find((row) => row.id === id)?.state
  const isComplete = (id: string) => async () => (await stateOf(id)) === 'complete'
  const acts = () => box.db.owner.select().from(consentActs).where(eq(consentActs.requestId, requestId))
  const reopen = async () => {
    browser.crash(page)
    await breathe()
    page = await browser.openPage()
  }

  it('is saved here, received there, and then part of the page', async () => {
    await open()
    const id = newId()
    await decide(id, { photos: true, trips: false })
    expect(await stateOf(id)).toBe('saved')
    expect((await page.forms.consents.read(token))?.own).toMatchObject([{ id }])
    await world.time.until(isComplete(id))
    expect(await acts()).toMatchObject([{ id, counts: true }])
    const kept = await open()
    expect(kept.own).toEqual([])
    expect(kept.page.acts).toMatchObject([{ id, answers: [{ agrees: true }, { agrees: false }] }])
  })

  it('opened once it is read without a network, and what is decided then waits and counts', async () => {
    await open()
    network.offline = true
    await reopen()
    expect((await page.forms.consents.read(token))?.page.wordings).toHaveLength(2)
    const id = newId()
    await decide(id, { photos: true })
    await world.time.advance(120_000)
    expect(await stateOf(id)).toBe('saved')
    await reopen()
    expect((await page.forms.consents.read(token))?.own).toMatchObject([{ id, answers: [{ purpose: 'photos' }] }])
    network.offline = false
    page.sending.sendNow()
    await world.time.until(isComplete(id))
    expect(await acts()).toHaveLength(1)
  })

  it('stays among what was decided here when the page comes again in the middle of it', async () => {
    const { page: known } = await open()
    const id = newId()
    const deciding = decide(id, { photos: true })
    const [, kept] = await Promise.all([deciding, page.forms.consents.keep(token, known)])
    expect(kept.own).toMatchObject([{ id }])
    expect((await page.forms.consents.read(token))?.own).toMatchObject([{ id }])
  })

  it('counts once, whatever becomes of the answer and however often it is pressed', async () => {
    await open()
    network.expect('lose-answer', 'lose-request', 'cut-off', 'server-503')
    const id = newId()
    await Promise.all([decide(id, { photos: true }), decide(id, { photos: true })])
    await reopen()
    page.sending.sendNow()
    await world.time.until(isComplete(id))
    const [act, ...others] = await acts()
    expect(others).toEqual([])
    const decisions = await box.db.owner
      .select()
      .from(consentDecisions)
      .where(eq(consentDecisions.actId, act?.id ?? ''))
    expect(decisions).toHaveLength(1)
  })

  it('is known again when the note of it was lost, and is not called decided when it never came into the outbox', async () => {
    await open()
    network.offline = true
    const id = newId()
    await decide(id, { photos: true })
    await page.forms.db.handedIn.clear()
    expect((await page.forms.consents.read(token))?.own).toEqual([])
    await reopen()
    expect((await page.forms.consents.read(token))?.own).toMatchObject([{ id }])
  })

  it('has what was chosen, typed and drawn again after a crash, until it is decided', async () => {
    await open()
    const id = newId()
    const draft = (name: string): ConsentDraft => ({
      id,
      chosen: { 'trips 1': true },
      signedBy: 'drawn',
      name,
      strokes: [[10, 20, 30, 40]],
    })
    const keep = (name: string) => page.forms.consents.keepDraft(token, draft(name))
    await Promise.all(['H', 'Hi', 'Hind'].map(keep))
    await reopen()
    expect((await open()).draft).toEqual(draft('Hind'))
    network.offline = true
    await Promise.all([keep('Hind Al Mana'), decide(id, { trips: true }), keep('Hind Al Mana')])
    await reopen()
    expect(await page.forms.consents.read(token)).toMatchObject({ own: [{ id }], draft: undefined })
  })

  it('withdraws offline after agreeing offline: both arrive in their order, the later holds', async () => {
    await open()
    network.offline = true
    const [agreed, withdrawn] = [newId(), newId()]
    await decide(agreed, { photos: true })
    await decide(withdrawn, { photos: false })
    network.offline = false
    page.sending.sendNow()
    await world.time.until(isComplete(withdrawn))
    const { page: seen } = await open()
    expect(seen.acts.map(({ answers }) => answers[0]?.agrees)).toEqual([true, false])
  })

  it('tells a person when the server will not take it, and when the link was ended, says that it does not count', async () => {
    const stranger = newId()
    await decide(stranger, { photos: true })
    await world.time.until(async () => (await stateOf(stranger)) === 'attention')
    await open()
    await call(box.app, officer, endConsentLink, { id: requestId, again: false })
    const late = newId()
    await decide(late, { photos: true })
    const rowOf = async () => (await page.handedIn()).find(({ id }) => id === late)
    await world.time.until(async () => (await stateOf(late)) !== 'saved')
    expect(await rowOf()).toMatchObject({ state: 'attention', problem: 'link.over' })
    expect(await acts()).toMatchObject([{ id: late, counts: false }])
  })

  it('leaves nothing readable in the storage, and goes with the last visitor of a desk', async () => {
    await open()
    network.offline = true
    await decide(newId(), { photos: true })
    const { db, outbox, consents } = page.forms
    const tables = [await db.consents.toArray(), await db.handedIn.toArray(), await outbox.store.open(10)]
    const text = JSON.stringify(tables, (_, value: unknown) =>
      value instanceof ArrayBuffer || value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
    )
    // With what no base64 has in it, or too long to be there by chance.
    expect(text).not.toMatch(/"Sara|Al Mana|photos/)
    expect(text).not.toContain(token)
    await page.forms.drafts.dropAll()
    expect(await consents.read(token)).toBeUndefined()
  })
})
