import { expect, it } from 'vitest'
import { peopleFilterOf, readPeopleSearch } from './people-search.ts'

it('takes from an address what it knows', () => {
  expect(readPeopleSearch({ text: 'a', role: '', state: 3 })).toEqual({ text: 'a' })
})

it('asks for what the server understands, and leaves out the rest', () => {
  expect(peopleFilterOf({ text: 'mona', role: 'king', state: 'active' })).toEqual({ text: 'mona', state: 'active' })
})
