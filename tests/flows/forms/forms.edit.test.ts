import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { criteriaLinks } from '#server/features/forms/criteria/criteria.table.ts'
import { accountDrafts, formDrafts } from '#server/features/forms/drafts/draft.table.ts'
import { keepDraft } from '#shared/forms/draft.contract.ts'
import {
  createForm,
  discardFormEdit,
  FormEdit,
  FormRow,
  listFormEdits,
  listFormVersions,
  publishFormEdit,
  readFormEdit,
  readFormEffect,
  saveFormEdit,
} from '#shared/forms/editor/form-edit.contract.ts'
import { readForm } from '#shared/forms/form.contract.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testAnswers, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const both = (text: string) => ({ en: text, ar: text })

/** The test form with its questions changed. */
const edited = (change: (fields: Field[], form: FormDefinition) => void): FormDefinition => {
  const form = testForm()
  change((form.pages[0]?.sections[0]?.parts ?? []) as Field[], form)
  return form
}

describe.each(engines)('editing forms on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let visitor: TestVisitor
  const callers: Record<string, Caller> = {}
  let families = 0

  const signIn = async (school: TestSchool, userName: string, roles: Role[]) => {
    callers[userName] = await signInAs(box, school, userName, roles)
  }
  const as = (name: string): Caller => callers[name] ?? {}
  const save = (name: string, slug: string, revision: number, definition: unknown) =>
    call(box.app, as(name), saveFormEdit, { slug, revision, definition })
  const publishEdit = (name: string, slug: string, revision: number) =>
    call(box.app, as(name), publishFormEdit, { slug, revision })
  const discard = (name: string, slug: string, revision: number) =>
    call(box.app, as(name), discardFormEdit, { slug, revision })
  /** The form as an editor that opens it now has it. */
  const seen = async (slug: string) =>
    FormEdit.parse((await call(box.app, as('admin'), readFormEdit, { slug })).body.edit)
  const row = async (slug: string) => {
    const { body } = await call(box.app, as('registrar'), listFormEdits)
    return FormRow.array()
      .parse(body.forms)
      .find((each) => each.slug === slug)
  }
  const keep = (slug: string, answers: object) => {
    families += 1
    const [id, startedAt] = [visitor.newId(), toInstant(box.clock.nowMs())]
    const draft = { id, slug, version: 1, language: 'ar', startedAt, answers, email: `f${families}@home.example` }
    return call(box.app, { school: 'alnoor', address: `10.2.${families}.1` }, keepDraft, draft)
  }
  const conflict = { status: 409, body: { messageId: 'form.edit-conflict' } }
  const notReady = { status: 409, body: { messageId: 'form.not-ready' } }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await signIn(alnoor, 'registrar', ['registrar'])
    await signIn(alnoor, 'admin', ['admin'])
    await signIn(alnoor, 'officer', ['admission-officer'])
    await signIn(await makeSchool(box, 'manara'), 'stranger', ['admin'])
    visitor = await makeVisitor(box, alnoor)
  })
  afterAll(() => box.close())

  it('keeps one working copy, also an unfinished one, and publishes it as the next version', async () => {
    await publish(box, alnoor, testForm(), 'first')
    const unfinished = edited(([name]) => Object.assign(name ?? {}, { label: { en: 'Full name', ar: '' } }))
    expect((await save('registrar', 'first', 0, unfinished)).body).toMatchObject({ revision: 1 })
    expect(await publishEdit('registrar', 'first', 1)).toMatchObject(notReady)
    const { body } = await call(box.app, as('admin'), readFormEdit, { slug: 'first' })
    expect(body.edit).toMatchObject({ revision: 1, definition: unfinished, published: { version: 1 } })
    expect((await row('first'))?.edited).toEqual({ by: expect.any(Object), at: toInstant(box.clock.nowMs()) })
    const whole = edited(([name]) => Object.assign(name ?? {}, { label: both('Full name') }))
    expect((await save('admin', 'first', 1, whole)).body).toMatchObject({ revision: 2 })
    expect((await publishEdit('admin', 'first', 2)).body).toMatchObject({ version: 2 })
    expect((await call(box.app, { school: 'alnoor' }, readForm, { slug: 'first' })).body.form).toMatchObject({
      version: 2,
      definition: whole,
    })
    expect(await row('first')).toMatchObject({ version: 2, edited: null, title: both('Test') })
    const versions = (await call(box.app, as('registrar'), listFormVersions, { slug: 'first' })).body.versions
    expect(versions).toMatchObject([
      { version: 2, published: { by: { en: expect.any(String) } } },
      { version: 1, published: { by: null } },
    ])
  })

  it('tells the second of two editors, and writes nothing over', async () => {
    await publish(box, alnoor, testForm(), 'second')
    const [mine, theirs] = ['Mine', 'Theirs'].map((title) => edited((_, form) => (form.title = both(title))))
    const begun = await Promise.all([save('registrar', 'second', 0, theirs), save('admin', 'second', 0, mine)])
    expect(begun.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = begun[0]?.status === 200 ? theirs : mine
    expect(await save('admin', 'second', 0, mine)).toMatchObject(conflict)
    expect(await publishEdit('admin', 'second', 0)).toMatchObject(conflict)
    expect(await discard('admin', 'second', 2)).toMatchObject(conflict)
    const { body } = await call(box.app, as('admin'), readFormEdit, { slug: 'second' })
    expect(body.edit).toMatchObject({ revision: 1, definition: winner })
    const published = await Promise.all([publishEdit('registrar', 'second', 1), publishEdit('admin', 'second', 1)])
    expect(published.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    // Published by other hands than the editor's, the copy was compared with what people do not have any more.
    const saved = await save('registrar', 'second', (await seen('second')).revision, mine)
    await publish(box, alnoor, testForm(), 'second')
    expect(await publishEdit('registrar', 'second', Number(saved.body.revision))).toMatchObject(conflict)
    expect((await row('second'))?.edited).not.toBeNull()
  })

  it('refuses what is no form, and what would change the meaning of kept answers', async () => {
    await publish(box, alnoor, testForm(), 'third')
    for (const wrong of [{}, null, { ...testForm(), pages: 'none' }, { ...testForm(), script: 'x' }]) {
      expect((await save('registrar', 'third', 0, wrong)).body).toMatchObject({ messageId: 'request.invalid' })
    }
    const retyped = edited((fields) => fields.splice(2, 1, { type: 'text', key: 'has_plan', label: both('Plan?') }))
    const other = edited((fields) => Object.assign(fields[3] ?? {}, { required: true, showWhen: undefined }))
    await save('registrar', 'third', 0, retyped)
    expect(await publishEdit('registrar', 'third', 1)).toMatchObject(notReady)
    await save(
      'registrar',
      'third',
      1,
      edited((_, form) => (form.purpose = 'hr')),
    )
    expect(await publishEdit('registrar', 'third', 2)).toMatchObject(notReady)
    await save('registrar', 'third', 2, other)
    expect(await publishEdit('registrar', 'third', 3)).toMatchObject({ status: 200 })
  })

  it('says beforehand what it does to those who have begun; handing in goes on under the version they know', async () => {
    await publish(box, alnoor, testForm(), 'fourth')
    await keep('fourth', testAnswers)
    await keep('fourth', { ...testAnswers, email: 'hind@home.example' })
    expect(await keep('fourth', { name: 'Nobody yet' })).toMatchObject({ status: 200 })
    // The same draft is under an account too, and changed there since: it counts once, as it is now.
    const [draft] = await box.db.owner.select().from(formDrafts).where(eq(formDrafts.slug, 'fourth')).limit(1)
    if (!draft) throw new Error('no draft was kept')
    const { tokenHash: _, ...same } = draft
    const userId = SignedIn.shape.user.shape.userId.parse(visitor.newId())
    const updatedAt = toInstant(box.clock.nowMs() + 1)
    await box.db.owner.insert(accountDrafts).values({ ...same, userId, updatedAt, revision: 1 })
    await visitor.push([visitor.op('enquiry.submit', { form: 'fourth', answers: testAnswers })])
    expect(await row('fourth')).toMatchObject({ drafts: 3, submissions: 1 })
    const need = edited(([, email]) => Object.assign(email ?? {}, { required: true }))
    await save('registrar', 'fourth', 0, need)
    const effect = async (revision: number) =>
      (await call(box.app, as('registrar'), readFormEffect, { slug: 'fourth', revision })).body.effect
    expect(await effect(1)).toEqual({ drafts: 3, missing: 2, losing: 0 })
    await save(
      'registrar',
      'fourth',
      1,
      edited((fields) => fields.splice(1, 1)),
    )
    expect(await effect(1)).toBeUndefined()
    expect(await effect(2)).toEqual({ drafts: 3, missing: 0, losing: 1 })
    await save(
      'registrar',
      'fourth',
      2,
      edited((fields, form) => {
        fields.splice(1, 1)
        delete form.contact.email
      }),
    )
    expect(await effect(3)).toEqual({ drafts: 3, missing: 0, losing: 1 })
    expect((await publishEdit('registrar', 'fourth', 3)).body).toMatchObject({ version: 2 })
    const late = await makeVisitor(box, alnoor)
    await late.push([late.op('enquiry.submit', { form: 'fourth', answers: { ...testAnswers, email: 'a@b.example' } })])
    const { body } = await call(box.app, as('registrar'), listFormVersions, { slug: 'fourth' })
    expect(body.versions).toMatchObject([
      { version: 2, drafts: 0, submissions: 0 },
      { version: 1, drafts: 3, submissions: 2 },
    ])
  })

  it('counts what was begun by a link of its own as a draft too', async () => {
    const name = 'Nobody asked for a phone'
    await publish(
      box,
      alnoor,
      edited((_, form) => (form.purpose = 'criteria')),
      'linked',
    )
    const at = toInstant(box.clock.nowMs())
    const link = {
      schoolId: alnoor.schoolId,
      slug: 'linked',
      subject: 'Sara',
      email: 'a@b.example',
      language: 'ar' as const,
    }
    const who = SignedIn.shape.user.shape.userId.parse(visitor.newId())
    const times = { askedAt: at, expiresAt: toInstant(box.clock.nowMs() + 1000), askedBy: who, updatedAt: at }
    const row = () => ({
      id: visitor.newId(),
      tokenHash: visitor.newId(),
      ...link,
      ...times,
      answers: { ...testAnswers, name },
    })
    await box.db.owner.insert(criteriaLinks).values([
      { ...row(), version: 1 },
      { ...row(), version: null },
      { ...row(), version: 1, handedInAt: at },
      { ...row(), version: 1, revokedAt: at },
    ])
    const paperless = edited((fields, form) => {
      form.purpose = 'criteria'
      fields.splice(5, 1)
      Object.assign(fields[1] ?? {}, { required: true })
    })
    await save('registrar', 'linked', 0, paperless)
    const { body } = await call(box.app, as('registrar'), readFormEffect, { slug: 'linked', revision: 1 })
    expect(body.effect).toEqual({ drafts: 1, missing: 1, losing: 0 })
    const listed = (await call(box.app, as('registrar'), listFormEdits)).body.forms
    expect(
      FormRow.array()
        .parse(listed)
        .find(({ slug }) => slug === 'linked')?.drafts,
    ).toBe(1)
    const withPaper = edited((_, form) => (form.purpose = 'criteria'))
    await save('registrar', 'linked', 1, withPaper)
    expect(await publishEdit('registrar', 'linked', 2)).toMatchObject(notReady)
  })

  it('begins new forms, blank or like another, under an address of their own', async () => {
    await publish(box, alnoor, testForm(), 'fifth')
    const create = (slug: string, more: object = {}) =>
      call(box.app, as('registrar'), createForm, {
        slug,
        title: both('Open day'),
        purpose: 'enquiry',
        from: null,
        ...more,
      })
    expect((await create('open-day')).status).toBe(200)
    for (const slug of ['open-day', 'fifth', 'new', 'abq']) {
      expect((await create(slug)).body).toMatchObject({ messageId: 'form.slug-taken' })
    }
    expect((await create('x1', { from: 'nothing' })).body).toMatchObject({ messageId: 'form.unknown' })
    expect((await call(box.app, { school: 'alnoor' }, readForm, { slug: 'open-day' })).status).toBe(404)
    expect(await row('open-day')).toMatchObject({ version: null, title: both('Open day') })
    const { revision } = await seen('open-day')
    expect((await publishEdit('registrar', 'open-day', revision)).body).toMatchObject({ version: 1 })
    expect((await create('like', { from: 'fifth' })).status).toBe(200)
    const like = await seen('like')
    expect(like).toMatchObject({ published: null, definition: { ...testForm(), title: both('Open day') } })
    expect((await discard('registrar', 'like', like.revision)).status).toBe(200)
    expect(await row('like')).toBeUndefined()
    expect((await create('like')).status).toBe(200)
    // Anyone who still has the one that was thrown away open writes nothing over the new one.
    expect(await save('admin', 'like', like.revision, testForm())).toMatchObject(conflict)
  })

  it('is for nobody else: no other role, no other school, nobody without a session', async () => {
    await publish(box, alnoor, testForm(), 'sixth')
    await save('registrar', 'sixth', 0, testForm())
    const calls = [
      [listFormEdits, {}],
      [readFormEdit, { slug: 'sixth' }],
      [saveFormEdit, { slug: 'sixth', revision: 1, definition: testForm() }],
      [discardFormEdit, { slug: 'sixth', revision: 1 }],
      [createForm, { slug: 'seventh', title: both('x'), purpose: 'hr', from: null }],
      [listFormVersions, { slug: 'sixth' }],
      [readFormEffect, { slug: 'sixth', revision: 1 }],
      [publishFormEdit, { slug: 'sixth', revision: 1 }],
    ] as const
    for (const [to, input] of calls) {
      expect((await call(box.app, as('officer'), to, input)).body, to.path).toMatchObject({
        messageId: 'access.denied',
      })
      expect((await call(box.app, { school: 'alnoor' }, to, input)).status, to.path).toBe(401)
    }
    for (const [to, input] of calls.filter(([to]) => to !== listFormEdits && to !== createForm)) {
      const { status, body } = await call(box.app, as('stranger'), to, input)
      expect([to.path, status === 200 && body.versions], to.path).toEqual([to.path, status === 200 ? [] : false])
    }
    expect((await call(box.app, as('stranger'), listFormEdits)).body).toEqual({ forms: [] })
    expect((await row('sixth'))?.edited).not.toBeNull()
  })
})
