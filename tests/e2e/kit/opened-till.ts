import type { DemoSchool, DemoStaff } from '#server/db/seed/demo-types.ts'
import type { Tablet } from '#tests/support/pos/tablet.ts'
import { TillPerson } from '#tests/support/pos/tablet-till.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { openSchoolApi, type SchoolApi } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { pairQuickly } from './pairing.ts'
import { type StageSchool, schools } from './stage.ts'

export interface OpenedTill {
  api: SchoolApi
  school: DemoSchool
  stageSchool: StageSchool
  operator: DemoStaff
  tablet: Tablet
  till: TillPerson
}

export interface Opening {
  served: Served
  unpack: (origin: string) => Promise<Tablet>
  code: StageSchool['code']
  tillCode: string
  userName?: string
  /** Where the tablet reaches the server, if not directly. */
  origin?: string
}

/** A tablet that is paired and signed in, at the question for the float. */
export async function standAtTill({
  served,
  unpack,
  code,
  tillCode,
  userName = 'operator1',
  origin,
}: Opening): Promise<OpenedTill> {
  const stageSchool = schools.find((known) => known.code === code) ?? schools[0]
  const api = await openSchoolApi(served, code)
  const school = demoSchool(code)
  const operator = signInOf(school, userName)
  const tablet = await unpack(origin ?? served.origin(code))
  await pairQuickly(tablet, api, stageSchool, tillCode)
  const till = new TillPerson(tablet, school, stageSchool.lng)
  await till.signInFirst(operator)
  return { api, school, stageSchool, operator, tablet, till }
}

/** The same with a shift open. */
export async function openTill(opening: Opening, floatAmount = 10_000): Promise<OpenedTill> {
  const opened = await standAtTill(opening)
  await opened.till.openShift(floatAmount)
  return opened
}
