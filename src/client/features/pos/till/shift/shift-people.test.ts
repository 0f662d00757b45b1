import { expect, it } from 'vitest'
import { UserId } from '#shared/kernel/fields.ts'
import { shiftPeople } from './shift-people.ts'

const mona = { userId: UserId.parse('0190a5a5-0000-7000-8000-00000000a001'), name: { en: 'Mona', ar: 'منى' } }
const sami = { userId: UserId.parse('0190a5a5-0000-7000-8000-00000000a002'), name: { en: 'Sami', ar: 'سامي' } }
const opened = { by: mona.userId }
const closed = { by: sami.userId }

it('names who opened and who closed a shift, as far as the till knows them', () => {
  expect(shiftPeople(opened, closed, [sami, mona])).toEqual({ openedBy: mona.name, closedBy: sami.name })
  expect(shiftPeople(opened, undefined, [sami, mona])).toEqual({ openedBy: mona.name, closedBy: undefined })
  expect(shiftPeople(opened, closed, [sami])).toEqual({ openedBy: undefined, closedBy: sami.name })
})
