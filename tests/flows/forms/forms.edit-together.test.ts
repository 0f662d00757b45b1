import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  discardFormEdit,
  FormEdit,
  publishFormEdit,
  readFormEdit,
  readFormEffect,
  saveFormEdit,
} from '#shared/forms/editor/form-edit.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const titled = (title: string) => ({ ...testForm(), title: { en: title, ar: title } })

describe.each(engines)('two who edit one form on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let hind: Caller
  let omar: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    hind = await signInAs(box, alnoor, 'hind', ['registrar'])
    omar = await signInAs(box, alnoor, 'omar', ['admin'])
  })
  afterAll(() => box.close())

  const open = async (slug: string) => FormEdit.parse((await call(box.app, hind, readFormEdit, { slug })).body.edit)
  const save = async (by: Caller, slug: string, revision: number, title: string) => {
    const { status, body } = await call(box.app, by, saveFormEdit, { slug, revision, definition: titled(title) })
    expect(status).toBe(200)
    return Number(body.revision)
  }
  const end = async (by: Caller, deed: typeof publishFormEdit | typeof discardFormEdit, slug: string, at: number) =>
    expect(await call(box.app, by, deed, { slug, revision: at })).toMatchObject({ status: 200 })
  /** Whatever the editor that was opened earlier tries, it meets a conflict and changes nothing. */
  const expectRefused = async (slug: string, revision: number) => {
    const before = await open(slug)
    for (const [to, input] of [
      [saveFormEdit, { slug, revision, definition: titled('Of the one who is late') }],
      [discardFormEdit, { slug, revision }],
      [publishFormEdit, { slug, revision }],
      [readFormEffect, { slug, revision }],
    ] as const) {
      expect(await call(box.app, hind, to, input), to.path).toMatchObject({ body: { messageId: 'form.edit-conflict' } })
    }
    expect(await open(slug)).toEqual(before)
  }

  it('one opens it, the other publishes: the first save of the one is a conflict and takes nothing back', async () => {
    await publish(box, alnoor, testForm(), 'opened')
    const { revision } = await open('opened')
    await end(omar, publishFormEdit, 'opened', await save(omar, 'opened', revision, 'Published meanwhile'))
    await expectRefused('opened', revision)
    expect(await open('opened')).toMatchObject({ definition: titled('Published meanwhile'), published: { version: 2 } })
  })

  it.each([publishFormEdit, discardFormEdit])(
    'one has saved, the other ends the copy ($path) and begins another: it is not taken for the first',
    async (deed) => {
      const slug = deed === publishFormEdit ? 'published' : 'discarded'
      await publish(box, alnoor, testForm(), slug)
      const saved = await save(hind, slug, (await open(slug)).revision, 'Of the first copy')
      await end(omar, deed, slug, saved)
      await expectRefused(slug, saved)
      await save(omar, slug, (await open(slug)).revision, 'Started again')
      await expectRefused(slug, saved)
      expect(await open(slug)).toMatchObject({ definition: titled('Started again') })
    },
  )

  it('who has seen what the other published goes on from there, and publishes', async () => {
    await publish(box, alnoor, testForm(), 'seen')
    await save(hind, 'seen', 0, 'Mine')
    await publish(box, alnoor, titled('Published by other hands'), 'seen')
    const { revision, published } = await open('seen')
    expect(published).toMatchObject({ version: 2 })
    await end(hind, publishFormEdit, 'seen', await save(hind, 'seen', revision, 'Mine all the same'))
    expect(await open('seen')).toMatchObject({ published: { version: 3 } })
  })
})
