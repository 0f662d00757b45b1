import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { askAhead, questionOf, readFirstPage } from '#client/features/admissions/student-list/first-page.ts'
import { openPageWorld, type PageWorld } from '#tests/support/devices/page-world.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, openBox } from '#tests/support/server.ts'

/** Of the page and not of the database: one engine will do. */
describe('the first page of the list of students', () => {
  let box: Box
  let world: PageWorld
  const of = questionOf({ status: 'new' })

  beforeAll(async () => {
    box = await openBox('pglite')
    const alnoor = await makeSchool(box, 'alnoor')
    for (const [name, role] of [
      ['registrar', 'registrar'],
      ['head', 'head'],
      ['family', 'family'],
    ] as const)
      await signInAs(box, alnoor, name, [role])
    await makeStudent(box, alnoor, { status: 'new', nameLatin: 'Sara Nair' })
    world = openPageWorld(box, alnoor)
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await box.close()
  })
  beforeEach(async () => {
    world.isCut = false
    await world.signIn('registrar')
    await openAt('/dashboard?status=new')
    world.asked.length = 0
  })

  const openAt = async (address: string) => vi.stubGlobal('location', new URL(address, 'http://alnoor.localhost/'))
  const asked = () => world.asked.filter((path) => path.endsWith('/student/student_list')).length
  const names = async (question = of) => (await readFirstPage(question)).students.map((each) => each.student_name)

  it('is asked for while the frame is still being made, and given once', async () => {
    askAhead()
    expect(await names()).toEqual(['Sara Nair'])
    expect(asked()).toBe(1)
    expect(await names()).toEqual(['Sara Nair'])
    expect(asked()).toBe(2)
  })

  it('is nobody else’s, and not that of another filter', async () => {
    askAhead()
    expect(await names(questionOf({ status: 'waiting' }))).toEqual([])
    expect(asked()).toBe(2)
    askAhead()
    await world.signIn('head')
    await names()
    expect(asked()).toBe(4)
  })

  it('is not asked for elsewhere, nor by who may not see it', async () => {
    await openAt('/pre_admission')
    askAhead()
    await openAt('/dashboard')
    await world.signIn('family')
    askAhead()
    expect(asked()).toBe(0)
  })

  it('is asked for by the list itself where nobody answered at first', async () => {
    world.isCut = true
    askAhead()
    await expect.poll(asked).toBe(1)
    await expect(readFirstPage(questionOf({ status: 'rejected' }))).rejects.toMatchObject({ messageId: 'L000' })
    world.isCut = false
    expect(await names()).toEqual(['Sara Nair'])
  })
})
