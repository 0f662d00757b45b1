import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forget, openCriteria, submitCriteria } from '#client/features/forms/fill/criteria-work.ts'
import { loadDraft, mailLink } from '#client/features/forms/fill/draft-transfer.ts'
import { LocalDraft } from '#client/features/forms/fill/local-draft.ts'
import { type Copying, SchoolCopy, underAccount } from '#client/features/forms/fill/school-copy.ts'
import { clearDrafts } from '#client/platform/offline/account-drafts.ts'
import { startForms } from '#client/platform/offline/forms.ts'
import { currentSession } from '#client/platform/session/session.ts'
import { askCriteria, CriteriaLink, readFormValues, saveFormValues } from '#shared/forms/criteria.contract.ts'
import { keepDraft, openDraft } from '#shared/forms/draft.contract.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import { keepMyDraft, openMyDraft } from '#shared/forms/my-draft.contract.ts'
import { mailTo } from '#tests/support/account-kit.ts'
import { openPageWorld, type PageWorld } from '#tests/support/devices/page-world.ts'
import { makeSchool, makeUser, type TestSchool } from '#tests/support/factories.ts'
import { criteriaForm, publish, testForm } from '#tests/support/forms/test-form.ts'
import { signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const code = 'criteria-test'
const answers = { name: 'Hind Al Mana', children: [{ name: 'Sara', dob: '2024-02-29' }] }

describe('what a family’s browser does with copies of a form', () => {
  let box: Box
  let alnoor: TestSchool
  let world: PageWorld
  let officer: Caller
  let families = 0
  const enquiry = (): PublishedForm => ({ slug: 'enquiry', version: 1, definition: testForm() })
  const drafts = async () => (await startForms()).forms.drafts

  beforeAll(async () => {
    box = await openBox('pglite')
    alnoor = await makeSchool(box, 'alnoor')
    await publish(box, alnoor)
    await publish(box, alnoor, criteriaForm(), code)
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    await makeUser(box, alnoor, 'hind', ['family'])
    world = openPageWorld(box, alnoor)
  })
  beforeEach(() => {
    families += 1
  })
  afterEach(async () => {
    world.isCut = false
    await (await drafts()).dropAll()
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await box.close()
  })

  describe('that opens a criteria link', () => {
    const from = () => ({ school: 'alnoor', address: `10.9.${families}.1` })
    const byHand = (token: string, values: object, seen: number, isFinal = false) =>
      call(box.app, from(), saveFormValues, {
        token,
        sims_criteria_code: code,
        values,
        formData: { version: 1, language: 'ar', isFinal, seen },
      })
    async function newLink() {
      box.clock.advance(1)
      const email = `criteria${families}@home.example`
      const asked = { submissionId: null, code, subject: 'Sara', email, language: 'ar' }
      const { id } = CriteriaLink.parse((await call(box.app, officer, askCriteria, asked)).body.link)
      return { code, id, token: (await mailTo(box, email)).token }
    }
    const here = async ({ id }: { id: string }) => (await drafts()).latest(`${code}.${id}`)

    it('brings what was written elsewhere, and goes on with it when nobody answers', async () => {
      const way = await newLink()
      await byHand(way.token, answers, 0)
      expect(await openCriteria(way)).toMatchObject({ subject: 'Sara', published: { slug: `${code}.${way.id}` } })
      expect(await here(way)).toMatchObject({ id: way.id, answers, revision: 1, isAhead: false })
      const { forms } = await startForms()
      const published = (await openCriteria(way)).published
      if (published) await forms.db.definitions.put({ ...published, fetchedAtMs: 0 })
      world.isCut = true
      expect(await openCriteria(way)).toMatchObject({ published: { version: 1 }, subject: '' })
      expect(await here(way)).toMatchObject({ answers })
    })

    it('opens nothing when it is over, and leaves what was written here', async () => {
      const way = await newLink()
      await byHand(way.token, answers, 0)
      await openCriteria(way)
      await expect(openCriteria({ ...way, token: 'x'.repeat(40) })).rejects.toMatchObject({ messageId: 'link.over' })
      expect(await here(way)).toMatchObject({ answers })
      await expect(openCriteria({ ...(await newLink()), token: 'x' })).rejects.toMatchObject({ messageId: 'link.over' })
    })

    it('says the reference of what was handed in, and forgets it; but not what was never sent', async () => {
      const way = await newLink()
      await byHand(way.token, answers, 0)
      await openCriteria(way)
      const handedIn = await submitCriteria(way, { version: 1, values: answers, language: 'en', seen: 1, trap: '' })
      expect(await here(way)).toBeUndefined()
      const again = await openCriteria(way)
      expect(again).toEqual({ subject: 'Sara', reference: handedIn })

      const other = await newLink()
      await byHand(other.token, answers, 0)
      await openCriteria(other)
      const begun = await here(other)
      if (!begun) throw new Error('nothing was brought here')
      await (await drafts()).keep({ ...begun, answers: { ...answers, name: 'Her father' }, isAhead: true })
      await byHand(other.token, answers, 1, true)
      const opened = await openCriteria(other)
      expect(opened.reference).toEqual(expect.any(String))
      expect(opened.published).toBeDefined()
      expect(await here(other)).toMatchObject({ answers: { name: 'Her father' } })
      await forget(other)
      expect(await here(other)).toBeUndefined()
    })

    it('takes its own save, whose answer was lost, for no other’s when it is handed in', async () => {
      const way = await newLink()
      await byHand(way.token, answers, 0)
      const writing = { version: 1, values: answers, language: 'ar', seen: 0, trap: '' }
      expect(await submitCriteria(way, writing)).toEqual(expect.any(String))
      const { body } = await call(box.app, from(), readFormValues, { token: way.token, sims_criteria_code: code })
      expect(body.formData).toMatchObject({ reference: expect.any(String) })
    })
  })

  describe('that keeps a copy under an account', () => {
    let told: Copying[]
    let draft: LocalDraft
    let copy: SchoolCopy
    const place = () => ({ ...underAccount(() => 'en'), pauseMs: 5 })
    const elsewhere = async (revision: number, name: string) => {
      const { id, startedAt } = draft.current
      const kept = { id, slug: 'enquiry', version: 1, language: 'en', startedAt, answers: { ...answers, name } }
      expect((await as(keepMyDraft, { ...kept, seen: revision })).status).toBe(200)
    }
    const as = (to: Parameters<typeof call>[2], input: unknown) =>
      call(box.app, { school: 'alnoor', token: currentSession().token ?? '' }, to, input)
    const there = async () => (await as(openMyDraft, { id: draft.id })).body.draft

    beforeEach(async () => {
      await world.signIn('hind')
      told = []
      draft = new LocalDraft(enquiry(), () => undefined)
      copy = new SchoolCopy(draft, place(), (copying) => told.push(copying))
      draft.change(answers)
    })
    afterEach(() => copy.stop())

    it('copies once what is the same, and waits for a network', async () => {
      world.isCut = true
      await copy.copyNow()
      expect(told).toEqual(['copying', 'waiting'])
      world.isCut = false
      await copy.copyNow()
      expect(told.at(-1)).toBe('copied')
      expect(await there()).toMatchObject({ answers, revision: 1 })
      const before = world.asked.length
      await copy.copyNow()
      expect(world.asked).toHaveLength(before)
      expect(draft.current).toMatchObject({ revision: 1, isAhead: false })
    })

    it('lets a person choose when two devices have changed it: this one stays', async () => {
      await copy.copyNow()
      await elsewhere(1, 'Her father')
      draft.change({ ...answers, name: 'Hind herself' })
      await copy.copyNow()
      expect(told.at(-1)).toBe('elsewhere')
      // Until then nothing is sent.
      await copy.copyNow()
      expect(await there()).toMatchObject({ answers: { name: 'Her father' }, revision: 2 })
      await copy.keepThis()
      expect(told.at(-1)).toBe('copied')
      expect(await there()).toMatchObject({ answers: { name: 'Hind herself' }, revision: 3 })
    })

    it('lets a person choose: the other one comes here', async () => {
      await copy.copyNow()
      await elsewhere(1, 'Her father')
      draft.change({ ...answers, name: 'Hind herself' })
      await copy.copyNow()
      expect(await copy.takeOther()).toMatchObject({ name: 'Her father' })
      expect(draft.current).toMatchObject({ answers: { name: 'Her father' }, revision: 2, isAhead: false })
      expect(await (await drafts()).read(draft.id)).toMatchObject({ answers: { name: 'Her father' } })
    })

    it('knows its own change again, whose answer was lost', async () => {
      await copy.copyNow()
      await elsewhere(1, 'Hind herself')
      draft.change({ ...answers, name: 'Hind herself' })
      await copy.copyNow()
      expect(told.at(-1)).toBe('copied')
      expect(draft.current).toMatchObject({ revision: 2, isAhead: false })
    })

    it('leaves to the person who signs out nothing that the account has, and asks about what it has not', async () => {
      const asked = vi.fn<() => boolean>(() => false)
      vi.stubGlobal('confirm', asked)
      const kept = await drafts()
      const row = { slug: 'enquiry', version: 1, startedAt: draft.current.startedAt, answers }
      const id = (no: number) => `01970000-0000-7000-8000-00000000000${no}`
      await kept.keep({ ...row, id: id(1), revision: 1, isAhead: false })
      await kept.keep({ ...row, id: id(2) })
      // The copy of a criteria link is of no account.
      await kept.keep({ ...row, id: id(3), slug: `${code}.${id(3)}`, revision: 4, isAhead: true })
      const left = async () =>
        (await Promise.all([1, 2, 3].map((no) => kept.read(id(no))))).map((each) => Boolean(each))
      expect(await clearDrafts()).toBe(true)
      expect(asked).not.toHaveBeenCalled()
      expect(await left()).toEqual([false, true, true])
      await kept.keep({ ...row, id: id(1), revision: 1, isAhead: true })
      expect(await clearDrafts()).toBe(false)
      expect(await left()).toEqual([true, true, true])
      asked.mockReturnValue(true)
      expect(await clearDrafts()).toBe(true)
      expect(await left()).toEqual([false, true, true])
    })
  })

  it('mails a link of its own when another device has changed what the first link opens, and both stay', async () => {
    const email = `link${families}@home.example`
    const from = { school: 'alnoor', address: `10.9.${families}.3` }
    const draft = new LocalDraft(enquiry(), () => undefined)
    draft.change(answers)
    await mailLink(enquiry(), draft, { email, language: 'en' })
    const first = (await mailTo(box, email)).token
    await loadDraft(draft.id, first)
    const { id, startedAt } = draft.current
    const other = { id, slug: 'enquiry', version: 1, language: 'en', startedAt, email: `other${families}@home.example` }
    const kept = { ...other, answers: { ...answers, name: 'Her father' }, token: first, seen: 1 }
    expect((await call(box.app, from, keepDraft, kept)).status).toBe(200)

    draft.change({ ...answers, name: 'Hind herself' })
    box.clock.advance(1)
    await mailLink(enquiry(), draft, { email, language: 'en' })
    const second = (await mailTo(box, email)).token
    expect(second).not.toBe(first)
    const opened = async (token: string) => (await call(box.app, from, openDraft, { id, token })).body.draft
    expect(await opened(first)).toMatchObject({ answers: { name: 'Her father' } })
    expect(await opened(second)).toMatchObject({ answers: { name: 'Hind herself' }, revision: 1 })
    // What the other device has is never written over from here, however often.
    draft.change({ ...answers, name: 'Hind again' })
    await mailLink(enquiry(), draft, { email, language: 'en' })
    expect(await opened(first)).toMatchObject({ answers: { name: 'Her father' } })
  })
})
