import { expect, it } from 'vitest'
import { actor, supervisor } from '#tests/support/pos/till-kit.ts'
import { shiftPeople } from './shift-people.ts'

const mona = { userId: actor.userId, name: { en: 'Mona', ar: 'منى' } }
const sami = { userId: supervisor.userId, name: { en: 'Sami', ar: 'سامي' } }
const shift = { open: { by: actor.userId } } as Parameters<typeof shiftPeople>[0]
const close = { by: supervisor.userId }

it('names who opened and who closed a shift, as far as the till knows them', () => {
  expect(shiftPeople(shift, close, [sami, mona])).toEqual({ openedBy: mona.name, closedBy: sami.name })
  expect(shiftPeople(shift, undefined, [sami, mona])).toEqual({ openedBy: mona.name, closedBy: undefined })
  expect(shiftPeople(shift, close, [sami])).toEqual({ openedBy: undefined, closedBy: sami.name })
})
