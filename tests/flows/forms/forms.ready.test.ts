import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultForms } from '#server/features/forms/defaults/default-forms.ts'
import { submissionFiles, submissions } from '#server/features/forms/form.table.ts'
import { type PublishedForm, readForm } from '#shared/forms/form.contract.ts'
import { filesIn } from '#shared/forms/form-answers.rules.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type FillOptions, fillForm } from '#tests/support/forms/fill-form.ts'
import { publish } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const commandOf = {
  enquiry: 'enquiry.submit',
  admission: 'admission.submit',
  hr: 'hr.apply',
} as const satisfies Record<Exclude<FormPurpose, 'criteria'>, string>
const ready = Object.entries(defaultForms({ firstYear: 2030, ages: undefined }))
const forms = ready.filter(([, { purpose }]) => purpose !== 'criteria')

const commandFor = (purpose: FormPurpose) => {
  if (purpose === 'criteria') throw new Error('criteria forms are handed in by their link')
  return commandOf[purpose]
}

describe.each(engines)('the forms that a school begins with on %s', (engine) => {
  let box: Box
  let school: TestSchool

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    for (const [slug, definition] of forms) await publish(box, school, definition, slug)
  })
  afterAll(() => box.close())

  it.each(forms)('%s is given out, and taken in as it was filled in', async (slug, definition) => {
    const { body: read } = await call(box.app, { school: school.code }, readForm, { slug })
    expect(read.form).toEqual({ slug, version: 1, definition } satisfies PublishedForm)

    const amounts: FillOptions['amount'][] = ['needed', 'all', 'most']
    const visitor = await makeVisitor(box, school, amounts.length)
    const ops = amounts.map((amount) => {
      const answers = fillForm(definition, {
        today: businessDay(box.clock.nowMs(), 'UTC', 0),
        amount,
        variant: 0,
        file: ({ accept }) => visitor.file(accept[0] ?? 'pdf', 1000).answer,
      })
      return { answers, op: visitor.op(commandFor(definition.purpose), { form: slug, answers: { ...answers } }) }
    })
    const reply = await visitor.push(ops.map(({ op }) => op))
    expect(pushOps.reply.parse(reply.body).results.map(({ outcome }) => outcome)).toEqual(amounts.map(() => 'applied'))

    const rows = await box.db.owner.select().from(submissions)
    const files = await box.db.owner.select().from(submissionFiles)
    for (const { op, answers } of ops) {
      const row = rows.find(({ id }) => id === op.opId)
      expect(row).toMatchObject({ slug, version: 1, purpose: definition.purpose, flags: [] })
      expect(row?.answers).toEqual(answers)
      const awaited = files.filter(({ submissionId }) => submissionId === op.opId)
      expect(awaited.map(({ path }) => path).toSorted()).toEqual(
        filesIn(definition, 'public', answers)
          .map(({ path }) => path)
          .toSorted(),
      )
    }
  })
})
