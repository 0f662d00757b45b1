import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { machineRandom } from '#local/kernel/machine.ts'
import { enquiryList } from '#shared/admissions/enquiries/enquiry-list.contract.ts'
import { enquiryFunnel } from '#shared/admissions/enquiries/enquiry-report.contract.ts'
import { enquiryStatuses } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { enquiryUpdate } from '#shared/admissions/enquiries/enquiry-update.contract.ts'
import type { StudentFilter } from '#shared/admissions/student.contract.ts'
import { studentExport } from '#shared/admissions/student-export.contract.ts'
import { studentFunnel } from '#shared/admissions/student-file.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { eraseEnquiry } from '#shared/retention/retention.contract.ts'
import { studentStatuses } from '#shared/students/student-status.rules.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { enquiryAnswers, startForm } from '#tests/support/records/enquiry-kit.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { listStudents, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('what a dashboard counts on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let head: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    head = await signInAs(box, school, 'head', ['admin'])
  })
  afterAll(() => box.close())

  it('of students is the length of the list and of the file that the number leads to', async () => {
    await makeStudents(box, school, 40)
    for (const narrowed of [{}, { grade: ['1'] }] satisfies StudentFilter[]) {
      const { about } = await listStudents(box, head, { filter: narrowed })
      for (const status of studentStatuses) {
        const filter = { ...narrowed, status: [status] }
        const { students } = await listStudents(box, head, { filter, limit: 200 })
        expect(about?.counts[status], status).toBe(students.length)
        const lines = await linesFrom(box, head, studentExport, { filter, columns: ['reference'] })
        expect(lines.length - 1, status).toBe(students.length)
      }
    }
  })

  it('of enquiries is the length of the list, and both funnels begin with the same number, an erased one included', async () => {
    await publish(box, school, startForm('enquiry'), 'enquiry')
    const visitor = await makeVisitor(box, school, 8)
    const ids: string[] = []
    for (const [no, name] of ['Vexlor', 'Vexlor', 'Obrwin', 'Tarquo'].entries()) {
      await visitor.admit()
      const answers = enquiryAnswers(name, name === 'Vexlor' ? 10 : 20 + no)
      const op = visitor.op('enquiry.submit', { form: 'enquiry', answers })
      await visitor.push([op])
      ids.push(op.opId)
    }
    const [kept, same, gone] = ids
    box.clock.advance(1)
    const merge = { id: kept, seen: 0, action: { do: 'merge', otherId: same } }
    const commandId = OpId.parse(uuidv7(box.clock.nowMs(), machineRandom))
    expect((await call(box.app, head, enquiryUpdate, { commandId, ...merge })).body).toMatchObject({ enquiry: {} })
    const list = async (filter: object) =>
      enquiryList.reply.parse((await call(box.app, head, enquiryList, { filter, limit: 200 })).body)
    const reference = (await list({ status: 'all' })).rows.find(({ id }) => id === gone)?.reference
    const erased = await call(box.app, head, eraseEnquiry, { id: gone, reference, cause: 'family-asked' })
    expect(erased.status).toBe(200)
    const { about } = await list({ status: 'all' })
    for (const status of enquiryStatuses)
      expect(about?.counts[status], status).toBe((await list({ status })).rows.length)
    for (const [queue, count] of Object.entries(about?.queues ?? {}))
      expect(count, queue).toBe((await list({ status: 'all', queue })).rows.length)

    const ofEnquiries = enquiryFunnel.reply.parse((await call(box.app, head, enquiryFunnel, {})).body).stages[0]
    const ofStudents = studentFunnel.reply.parse((await call(box.app, head, studentFunnel)).body).stages[0]
    expect(ofEnquiries).toEqual({ stage: 'enquired', reached: 3 })
    expect(ofStudents).toMatchObject({ stage: 'enquired', reached: 3 })
  })
})
